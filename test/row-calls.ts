import { apiDescription } from "../src/server/plugins/api-description.server.ts";
import { createRetries } from "../src/server/retries.db.server.ts";
import { forAdministrators } from "../src/server/session.server.ts";
import type { TestDatabases } from "./databases.ts";
import { signIn } from "./sign-in.ts";
import { createRowStore } from "../src/features/admin/rows/rows.db.server.ts";
import type { EvRow } from "../src/domain/vehicle.ts";
import { catalogueRoutes } from "../src/features/catalogue/catalogue.routes.server.ts";
import { FLEET, openTestApp } from "./catalogue.ts";
import { createImageStore } from "../src/features/pictures/image-store.db.server.ts";
import { createImageIntake } from "../src/features/pictures/image-intake.server.ts";
import { activityRoutes } from "../src/features/activity/activity.routes.server.ts";
import { decorateWith } from "../src/app/services.server.ts";
import { publicAndRowListRoutes } from "../src/features/admin/rows/row-list.routes.server.ts";
import type { RowListAnswer } from "../src/features/admin/rows/rows.schema.ts";
import { changesRoutes } from "../src/features/changes/changes.routes.server.ts";
import { rowRoutes } from "../src/features/admin/rows/rows.routes.server.ts";
import { callApp } from "./call-app.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type TestRows = Awaited<ReturnType<typeof openTestRows>>;

export const GOOD_ROW = {
  make: "Rivian",
  model: "R1S",
  trim: "Adventure",
  year: 2025,
  bodyType: "SUV",
};

/** The administrators' calls on a database with five models; closed after the test. */
export async function openTestRows(
  { open, freshEnv }: Pick<TestDatabases, "open" | "freshEnv">,
  rows = FLEET,
) {
  const env = await freshEnv();
  const database = await open(env);
  const { app, store, catalogue } = await openTestApp(database, rows);
  const imageStore = createImageStore(database);
  await app.register(apiDescription);
  decorateWith(app, {
    rows: createRowStore(database),
    images: createImageIntake(imageStore),
    retries: createRetries(database),
  });
  app.register(publicAndRowListRoutes);
  app.register(catalogueRoutes);
  app.register(changesRoutes);
  forAdministrators(app, (closed) => {
    closed.register(rowRoutes);
    closed.register(activityRoutes);
  });
  const { cookie } = await signIn(database);
  const send = (method: Method, url: string, body?: unknown, headers: object = {}) =>
    callApp(app, method, url, { cookie, ...headers }, body);
  const list = async (query = "") =>
    (await send("GET", `/api/evs?view=admin${query}`)).json<
      Omit<RowListAnswer, "evs"> & { evs: EvRow[] }
    >();
  return {
    app,
    database,
    store,
    catalogue,
    /** the cookie header of the signed-in administrator, whose name is ada */
    cookie,
    /** a request from that administrator; its own headers take precedence */
    send,
    /** the ids of the pictures in our own store */
    pictures: () => imageStore.list(),
    list,
    /** the row of this trim; every trim of the fleet has a different name */
    async named(trim: string) {
      const found = (await list()).evs.find((row) => row.trim === trim);
      if (!found) throw new Error(`There is no ${trim}.`);
      return found;
    },
  };
}
