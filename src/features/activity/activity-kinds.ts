export const ACTIVITY_SEARCH_MAX_CHARACTERS = 200;

/** The kinds to filter the activity by, each with its actions and their wording (dashboard.md#activity). */
export const ACTIVITY_KINDS = {
  added: { label: "Added", actions: { "row-added": "added" } },
  changed: {
    label: "Changed",
    actions: { "row-changed": "changed", "row-reverted": "reverted", "starter-filled": "filled" },
  },
  deleted: { label: "Deleted", actions: { "row-deleted": "deleted" } },
  merged: {
    label: "Merged",
    actions: { "models-merged": "merged", "makes-merged": "merged the make" },
  },
  imported: {
    label: "Imported",
    actions: {
      "rows-imported": "imported",
      "import-undone": "undid the import of",
      // Only in entries of earlier releases.
      "mapping-saved": "saved the mapping",
      "mapping-deleted": "deleted the mapping",
    },
  },
  sources: {
    label: "Sources",
    actions: {
      "claim-added": "added a source:",
      "claim-changed": "changed a source:",
      "claim-deleted": "deleted a source:",
      "claims-imported": "imported sources from",
    },
  },
  corrections: {
    label: "Corrections",
    actions: {
      "correction-accepted": "accepted a correction:",
      "correction-declined": "declined a correction:",
    },
  },
  reviews: { label: "Reviews", actions: { "review-removed": "removed", "review-kept": "kept" } },
  accounts: {
    label: "Accounts",
    actions: {
      "user-registered": "created account",
      "user-removed": "removed the administrator",
      "invitation-made": "created",
      "invitation-revoked": "revoked",
      "password-link-made": "printed a link for a new password of",
      "password-replaced": "chose a new password by link:",
    },
  },
} as const;

export type ActivityKind = keyof typeof ACTIVITY_KINDS;

export const ACTIVITY_KIND_NAMES = Object.keys(ACTIVITY_KINDS) as ActivityKind[]; // all its keys

type Kinds = typeof ACTIVITY_KINDS;

export type ActivityAction = { [Kind in ActivityKind]: keyof Kinds[Kind]["actions"] }[ActivityKind];
