import type { ApiTag } from "../server/plugins/api-description.server.ts";

/** The groups of calls, in the order of `/api/docs`; each route names its group. */
export const API_TAGS: readonly ApiTag[] = [
  { name: "Catalogue", description: "Models with their trims, as shoppers see them." },
  {
    name: "Votes",
    description: "Each visitor can vote for a model once. A cookie identifies the visitor.",
  },
  { name: "Reviews", description: "What people write about a model or one of its trims." },
  {
    name: "Evidence",
    description: "Where each figure comes from, and corrections sent in by readers.",
  },
  {
    name: "Changes",
    description:
      "Changes to the catalogue, live or after the fact. Feed readers can subscribe to /changes.atom.",
  },
  {
    name: "Files and fields",
    description: "The whole catalogue as files, and what each field means.",
  },
  { name: "Accounts", description: "Sign in and out, and accept an invitation." },
  { name: "Service", description: "Health checks and this description." },
];
