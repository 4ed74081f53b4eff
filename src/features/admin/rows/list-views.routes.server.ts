import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { z } from "zod";
import { emptyAnswer, errorAnswer, jsonAnswer } from "../../../server/answers.server.ts";
import { idInPath } from "../../../server/path-parameters.server.ts";
import {
  createListViewStore,
  TOO_MANY_VIEWS,
  VIEW_NAME_TAKEN,
  VIEW_NOT_FOUND,
} from "./list-views.db.server.ts";
import { ListView, NewView, RenamedView } from "./list-views.schema.ts";

const VIEW_BODY_LIMIT_BYTES = 16 * 1024;

const NO_VIEW = errorAnswer(VIEW_NOT_FOUND);

/** Calls for an administrator's own views of the list (dashboard.md#saved-views). */
export const listViewRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { sessions } = app;
  const views = createListViewStore(app.database);
  const params = z.object({ viewId: idInPath });

  app.get(
    "/api/list-views",
    {
      schema: {
        operationId: "listViews",
        summary: "List your saved views of the administrator's list, by name",
        response: { 200: jsonAnswer("Your views", z.array(ListView)) },
      },
    },
    async (request) => views.list(sessions.userOf(request).id),
  );

  app.post(
    "/api/list-views",
    {
      bodyLimit: VIEW_BODY_LIMIT_BYTES,
      schema: {
        operationId: "saveView",
        summary: "Save a view under a name, replacing yours of the same name; case does not matter",
        body: NewView,
        response: {
          200: jsonAnswer("Saved; it replaced another view", ListView),
          201: jsonAnswer("Saved", ListView),
          409: errorAnswer(TOO_MANY_VIEWS),
        },
      },
    },
    async (request, reply) => {
      const { view, isNew } = await views.save(sessions.userOf(request), request.body);
      if (isNew) reply.code(201);
      return view;
    },
  );

  app.put(
    "/api/list-views/:viewId",
    {
      bodyLimit: VIEW_BODY_LIMIT_BYTES,
      schema: {
        params,
        operationId: "renameView",
        summary: "Rename one of your views",
        body: RenamedView,
        response: {
          200: jsonAnswer("The view as it is now", ListView),
          404: NO_VIEW,
          409: errorAnswer(VIEW_NAME_TAKEN),
        },
      },
    },
    async (request) =>
      views.rename(sessions.userOf(request), request.params.viewId, request.body.name),
  );

  app.delete(
    "/api/list-views/:viewId",
    {
      schema: {
        params,
        operationId: "deleteView",
        summary: "Delete one of your views",
        response: { 204: emptyAnswer("Deleted"), 404: NO_VIEW },
      },
    },
    async (request, reply) => {
      reply.code(204);
      await views.remove(sessions.userOf(request), request.params.viewId);
    },
  );
};
