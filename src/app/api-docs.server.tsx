import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import fastifySwaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { renderToString } from "react-dom/server";

import { API_DOCS } from "../domain/routes.ts";
import { chooseEncoding, encode, type Encoded } from "../server/compression.server.ts";
import { UserError } from "../server/errors.server.ts";
import { PUBLIC, sendEncoded } from "../server/response-cache.server.ts";
import { allowInline } from "../server/security-headers.server.ts";
import sheet from "./api-docs.css?inline";
import { API_DESCRIPTION, DocsPage, DOCS_SCRIPTS } from "./api-docs-page.server.tsx";
import type { Assets } from "./assets.server.ts";

/** Its styles are those that every page has. */
const FRAME = "src/pages/not-found/page.tsx";
const POLICY = "content-security-policy";
const AN_HOUR = "public, max-age=3600";

interface DocsOptions {
  assets: Assets;
}

/** `GET /api/docs`: the calls for people in Swagger UI, by their description (calls.md#all-calls). */
export async function apiDocs(app: FastifyInstance, { assets }: DocsOptions): Promise<void> {
  /** Called with the first request, when all calls are registered. */
  function makePage(): { page: Encoded; allow: (policy: string) => string } {
    const { styles } = assets.forPage(FRAME);
    const sheets = [...(assets.sheet ? styles.map(assets.sheet) : []), sheet];
    const links = assets.sheet ? [] : styles;
    const markup = renderToString(<DocsPage {...{ description: app.swagger(), links, sheets }} />);
    return {
      page: encode(`<!DOCTYPE html>${markup}`, "text/html; charset=utf-8"),
      allow: allowInline({ scripts: DOCS_SCRIPTS, styles: sheets }),
    };
  }
  let cachedPage: ReturnType<typeof makePage> | undefined;

  /** Answers in place of the plugin's own page, which has neither a way back nor a list without scripts. */
  async function answerPage(request: FastifyRequest, reply: FastifyReply) {
    switch (request.routeOptions.url) {
      case API_DOCS:
        // Swagger UI asks for its files beside the whole address, parameters included.
        if (request.url.includes("?")) return reply.redirect(API_DOCS);
        cachedPage ??= makePage();
        reply.header(POLICY, cachedPage.allow(String(reply.getHeader(POLICY))));
        return sendEncoded(request, reply, cachedPage.page, { cacheControl: PUBLIC });
      case `${API_DOCS}/json`:
        return reply.redirect(API_DESCRIPTION);
      case `${API_DOCS}/static/index.html`:
        return reply.redirect(API_DOCS);
      case `${API_DOCS}/yaml`:
        throw new UserError(404, "There is no such call.");
      case undefined:
      default:
        return undefined;
    }
  }

  app.addHook("preHandler", answerPage);
  app.addHook("onSend", compressFile);
  await app.register(fastifySwaggerUi, {
    routePrefix: API_DOCS,
    logo: { type: "image/svg+xml", content: "" },
    uiConfig: { layout: "BaseLayout", docExpansion: "list", defaultModelsExpandDepth: 0 },
  });
}

/** Compresses the files of Swagger UI, which its package has only as they are. */
async function compressFile(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (!(payload instanceof Readable) || reply.statusCode !== 200) return payload;
  reply.header("cache-control", AN_HOUR).header("vary", "Accept-Encoding");
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  if (encoding === "identity") return payload;
  const file = await buffer(payload);
  const path = request.url.split("?", 1)[0];
  const encoded = await request.server.responseCache.get(`docs ${path}`, () => encode(file, ""));
  const body = await encoded.body(encoding);
  reply.header("content-encoding", encoding).header("content-length", body.length);
  return body;
}
