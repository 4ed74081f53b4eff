import * as react from "react-dom/static";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { form, FORM_TYPE } from "../../test/import.ts";
import { type AppBothWays, openAppBothWays } from "../../test/both-ways.ts";
import { signIn } from "../../test/fuzz.ts";

vi.mock("react-dom/static", { spy: true });

const ADMINISTRATOR = { username: "Grace", password: "nanoseconds" };
/** More models than the threshold above which the home page is rendered before the import is answered. */
const MODELS = 600;
const CSV = ["make,model,trim,year,bodyType,range"]
  .concat(Array.from({ length: MODELS }, (_, at) => `Zenith,Z${at},Base,2026,SUV,${1000 + at}`))
  .join("\n");

let app: AppBothWays;
let cookie = "";

beforeAll(async () => {
  app = await openAppBothWays({
    ADMIN_USERNAME: ADMINISTRATOR.username,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    RATE_LIMITS: "off",
  });
  cookie = await signIn(`http://127.0.0.1:${app.port}`, ADMINISTRATOR);
});

afterAll(() => app.close());

it("the home page of a large import is rendered before the import is answered", async () => {
  const home = async () => (await app.ask({ path: "/", headers: {} })).body;
  expect(await home()).not.toContain("Zenith");
  const { status } = await app.ask({
    method: "POST",
    path: "/api/evs/upload?list=0",
    headers: { "content-type": FORM_TYPE, cookie },
    body: form(CSV).toString(),
  });
  expect(status).toBe(200);

  const rendered = vi.mocked(react.prerenderToNodeStream).mock.calls;
  const before = rendered.length;
  expect(before).toBeGreaterThan(0);
  expect(await home()).toContain(`Z${MODELS - 1}`);
  expect(rendered).toHaveLength(before);
});
