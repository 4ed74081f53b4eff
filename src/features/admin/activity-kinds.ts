/** What the activity can be asked for, each with the actions that it stands for (beyond 5). */
export const ACTIVITY_KINDS = {
  added: { label: "Added", actions: ["row-added"] },
  changed: { label: "Changed", actions: ["row-changed", "starter-filled"] },
  deleted: { label: "Deleted", actions: ["row-deleted"] },
  merged: { label: "Merged", actions: ["models-merged", "makes-merged"] },
  imported: {
    label: "Imported",
    actions: ["rows-imported", "import-undone", "mapping-saved", "mapping-deleted"],
  },
  reviews: { label: "Reviews", actions: ["review-removed", "review-kept"] },
  accounts: {
    label: "Accounts",
    actions: [
      "user-registered",
      "user-removed",
      "invitation-made",
      "invitation-revoked",
      "password-link-made",
      "password-replaced",
    ],
  },
} as const;

export type ActivityKind = keyof typeof ACTIVITY_KINDS;

/** In their order. */
export const ACTIVITY_KIND_NAMES = Object.keys(ACTIVITY_KINDS) as ActivityKind[]; // its keys
