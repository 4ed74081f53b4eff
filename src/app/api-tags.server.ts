import type { ApiTag } from "../server/plugins/api-description.server.ts";

/** The groups of calls, in the order of `/api/docs`; a route names its own. */
export const API_TAGS: readonly ApiTag[] = [
  {
    name: "Catalogue",
    description: "Models with their trims, as shoppers see them.",
  },
  {
    name: "Votes",
    description: "One vote for a model and visitor; the visitor is a cookie.",
  },
  {
    name: "Reviews",
    description: "What people write about a model or one of its trims.",
  },
  {
    name: "Evidence",
    description: "Who says what of each figure, and what readers say is wrong.",
  },
  {
    name: "Changes",
    description: "What has changed, as it happens or later. A feed reader takes /changes.atom.",
  },
  {
    name: "Editing",
    description: "Rows of the catalogue, one for each trim and model year, for administrators.",
  },
  {
    name: "Import and export",
    description: "The catalogue as a file, and files into the catalogue.",
  },
  {
    name: "Accounts",
    description: "Administrators, their sessions, invitations and lost passwords.",
  },
  {
    name: "Service",
    description: "The state of the server, and these pages.",
  },
];
