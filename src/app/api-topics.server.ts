import type { FastifyInstance } from "fastify";
import type { ApiTag } from "../server/plugins/api-description.server.ts";

interface ApiTopic extends ApiTag {
  /** of method and path, such as `GET /api/evs/:id` */
  calls: RegExp;
}

/** The parts of `/api/docs`; a call belongs to the first that names it. */
export const API_TOPICS: readonly ApiTopic[] = [
  {
    name: "Catalogue",
    description: "Models with their trims, as shoppers see them.",
    calls: /^GET \/api\/evs(\/(count|:id(\/(places|fresh|direct))?))?$/,
  },
  {
    name: "Votes",
    description: "One vote for a model and visitor; the visitor is a cookie.",
    calls: /\/votes(\/mine)?$/,
  },
  {
    name: "Reviews",
    description: "What people write about a model or one of its trims.",
    calls: /\/reviews(\/|$)/,
  },
  {
    name: "Changes",
    description: "What has changed, as it happens or later. A feed reader takes /changes.atom.",
    calls: /\/(changes|events|history)$/,
  },
  {
    name: "Editing",
    description: "Rows of the catalogue, one for each trim and model year, for administrators.",
    calls: /^\w+ \/api\/(evs(\/merge|\/:id(\/(?!history)[\w-]+)?)?|activity|upload-image)$/,
  },
  {
    name: "Import and export",
    description: "The catalogue as a file, and files into the catalogue.",
    calls: /\/(evs\.csv|evs\/upload|imports|import-mappings|starter-facts)/,
  },
  {
    name: "Accounts",
    description: "Administrators, their sessions, invitations and lost passwords.",
    calls: /\/api\/(login|logout|register|users?|sessions|invitations|lost-password)(\/|$)/,
  },
  {
    name: "Service",
    description: "The state of the server, and these pages.",
    calls: /\/(healthz|readyz|api\/openapi\.json|api\/docs)$/,
  },
];

/** Tags calls that have no tag of their own. */
export function addTopics(app: FastifyInstance): void {
  app.addHook("onRoute", ({ schema, method, url }) => {
    const topic = API_TOPICS.find((one) => one.calls.test(`${[method].flat()[0]} ${url}`));
    if (schema?.operationId !== undefined && topic) schema.tags ??= [topic.name];
  });
}
