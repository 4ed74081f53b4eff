import type { FastifyInstance } from "fastify";
import { Gauge } from "prom-client";

import { setBasePath, withBase } from "../domain/base-path.ts";
import { CHANGES_FEED, DATA } from "../domain/routes.ts";
import { accountRoutes, authRoutes } from "../features/auth/auth.routes.server.ts";
import { type Auth, printFirstInvitation } from "../features/auth/auth.server.ts";
import { activityRoutes } from "../features/activity/activity.routes.server.ts";
import { publicAndRowListRoutes } from "../features/admin/rows/row-list.routes.server.ts";
import { rowRoutes } from "../features/admin/rows/rows.routes.server.ts";
import {
  catalogueRoutes,
  starterFactsRoutes,
} from "../features/catalogue/catalogue.routes.server.ts";
import { changesRoutes } from "../features/changes/changes.routes.server.ts";
import {
  claimEditRoutes,
  claimFileRoutes,
  claimRoutes,
  claimUploadRoutes,
} from "../features/claims/claims.routes.server.ts";
import {
  correctionRoutes,
  correctionQueueRoutes,
} from "../features/corrections/corrections.routes.server.ts";
import {
  imageRoutes,
  uploadedImageRoutes,
  uploadRoutes,
} from "../features/pictures/pictures.routes.server.ts";
import { deviceClass, PLACEHOLDER_IMAGE } from "../features/pictures/pictures.ts";
import { exportRoutes } from "../features/export/export.routes.server.ts";
import {
  importColumnsRoutes,
  importRoutes,
  importUndoRoutes,
} from "../features/import/import.routes.server.ts";
import {
  removeAbandonedUploads,
  uploadFolderOf,
} from "../features/import/parse/spooled-upload.server.ts";
import type { UploadOptions } from "../features/import/parse/upload.server.ts";
import { liveRoutes } from "../features/live/live.routes.server.ts";
import { dictionaryOf, openDataRoutes } from "../features/open-data/open-data.routes.server.ts";
import { voteRoutes } from "../features/ranking/votes.routes.server.ts";
import { reviewModerationRoutes, reviewRoutes } from "../features/reviews/reviews.routes.server.ts";
import type { Env } from "../base/env.server.ts";
import { RELEASE } from "../server/release.server.ts";
import { healthRoutes } from "../server/health.routes.server.ts";
import { createHttp } from "../server/http.server.ts";
import { forAdministrators } from "../server/session.server.ts";
import {
  apiDescription,
  type ApiTag,
  descriptionRoutes,
} from "../server/plugins/api-description.server.ts";
import { registry, scrapeRoutes } from "../base/metrics.server.ts";
import { allowCrossOriginReads, refuseCrossSiteWrites } from "../server/security-headers.server.ts";
import { type Assets, fileRoutes } from "./assets.server.ts";
import { scheduledBackups } from "./scheduled-backups.server.ts";
import { apiDocs } from "./api-docs.server.tsx";
import { crawlerRoutes } from "./crawlers.server.ts";
import { registerDocuments } from "./documents.server.tsx";
import { matchPage } from "./pages.ts";
import { decorateWith, openServices } from "./services.server.ts";

interface AppOptions {
  env: Env;
  assets: Assets;
  /** origin of the server that listens in front of the app (development) */
  origin?: string;
}

/** The groups of calls, in the order of `/api/docs`; each route names its group. */
const API_TAGS: readonly ApiTag[] = [
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

const build = new Gauge({
  name: "ev_build_info",
  help: "What runs here; always 1.",
  labelNames: ["version", "engine"],
  registers: [registry],
});

/** Creates the whole app on one database, which it also closes. @throws UserError for the operator */
export async function createApp({ env, assets, origin }: AppOptions): Promise<FastifyInstance> {
  setBasePath(env.basePath);
  // At debug and trace level no responses are cached, so that every request is logged.
  const isCaching = env.logLevel !== "debug" && env.logLevel !== "trace";
  const app = await createHttp(env, {
    development: assets.folder === null,
    isPage: (path) => matchPage(path).page.name !== "not-found",
    variantOf(userAgent) {
      const snapshot = isCaching ? app.catalogue.snapshotIfFresh() : undefined;
      return snapshot ? `${snapshot.cacheKey} ${deviceClass(userAgent)}` : null;
    },
  });
  const { auth, services, close } = await openServices(env, app.log);
  decorateWith(app, services);
  app.addHook("onClose", async () => {
    await close();
    app.log.info("stopped");
  });
  // From now on pages are served from memory if the database fails.
  await app.catalogue.versions();
  logLife(app);
  refuseCrossSiteWrites(app, env);
  const uploadFolder = uploadFolderOf(app.database);
  await removeAbandonedUploads(uploadFolder);
  await app.register(apiDescription, { tags: API_TAGS, dataTerms: env.dataTerms });
  forAdministrators(app, (closed) => {
    registerAdministratorCalls(closed, { auth, env, uploadFolder });
  });
  app.register(async (open) => {
    allowCrossOriginReads(open, {
      link: `<${withBase(DATA)}>; rel="license"`,
      files: [CHANGES_FEED],
      isImage: (url) => url.startsWith("/images/") || url === PLACEHOLDER_IMAGE,
    });
    registerPublicCalls(open, auth, env);
    registerPages(open, { env, assets });
  });
  if (origin !== undefined) await printFirstInvitation(auth.invitations, env.publicUrl ?? origin);
  return app;
}

function logLife(app: FastifyInstance): void {
  const { engine, migrated } = app.database;
  build.set({ version: RELEASE, engine }, 1);
  if (migrated.length > 0) app.log.info({ migrated }, "schema brought up to date");
  app.addHook("onListen", async () => {
    app.log.info({ version: RELEASE, engine, node: process.version }, "started");
  });
  app.addHook("preClose", async () => app.log.info("stopping"));
}

function registerAdministratorCalls(
  app: FastifyInstance,
  { auth, env, uploadFolder }: { auth: Auth; env: Env } & Pick<UploadOptions, "uploadFolder">,
): void {
  app.register(accountRoutes, auth);
  app.register(rowRoutes);
  app.register(starterFactsRoutes);
  app.register(claimEditRoutes);
  app.register(correctionQueueRoutes);
  app.register(activityRoutes);
  app.register(reviewModerationRoutes);
  app.register(uploadRoutes);
  app.register(importRoutes, { uploadFolder });
  app.register(claimUploadRoutes, { uploadFolder });
  app.register(importColumnsRoutes);
  app.register(importUndoRoutes);
  app.register(scheduledBackups, env);
}

function inGroup(
  app: FastifyInstance,
  name: string,
  registerCalls: (group: FastifyInstance) => unknown,
): void {
  app.register(async (group) => {
    group.addHook("onRoute", ({ schema }) => {
      if (schema) schema.tags = [name];
    });
    registerCalls(group);
  });
}

function registerPublicCalls(app: FastifyInstance, auth: Auth, env: Env): void {
  const { catalogue, vehicles } = app;
  async function findIds() {
    const [ev] = (await catalogue.current()).evs;
    const [trim] = ev?.trims ?? [];
    return ev && trim && { model: ev.id, row: trim.rowId };
  }
  inGroup(app, "Catalogue", (group) =>
    group.register(publicAndRowListRoutes).register(catalogueRoutes),
  );
  inGroup(app, "Votes", (group) => group.register(voteRoutes));
  inGroup(app, "Reviews", (group) => group.register(reviewRoutes));
  inGroup(app, "Evidence", (group) => group.register(claimRoutes).register(correctionRoutes));
  inGroup(app, "Changes", (group) => group.register(liveRoutes).register(changesRoutes));
  inGroup(app, "Files and fields", (group) =>
    group
      .register(claimFileRoutes)
      .register(exportRoutes)
      .register(openDataRoutes, { dataTerms: env.dataTerms }),
  );
  inGroup(app, "Accounts", (group) => group.register(authRoutes, auth));
  inGroup(app, "Service", (group) =>
    group
      .register(descriptionRoutes, { findIds })
      .register(healthRoutes, { ping: () => vehicles.version() }),
  );
}

function registerPages(app: FastifyInstance, { env, assets }: Pick<AppOptions, "env" | "assets">) {
  const { catalogue } = app;
  app.register(crawlerRoutes, env);
  app.register(imageRoutes, { readEvs: async () => (await catalogue.current()).evs });
  app.register(uploadedImageRoutes);
  app.register(apiDocs, { assets, publicUrl: env.publicUrl });
  const { folder } = assets;
  if (folder !== null) app.register((files) => fileRoutes(files, folder));
  const answerDocument = registerDocuments(app, {
    dictionary: dictionaryOf(env.dataTerms),
    assets,
    site: { publicUrl: env.publicUrl, imageHost: env.imageHost },
  });
  scrapeRoutes(app, { otherwise: answerDocument });
}
