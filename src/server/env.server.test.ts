import { fastify } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { httpOrigin, listeningOrigin, readEnv } from "./env.server.ts";

test("without variables the defaults of the readings hold", () => {
  const defaults = {
    port: 3000,
    host: "127.0.0.1",
    dataDir: "./data",
    databaseUrl: null,
    admin: null,
    starterCatalogue: true,
    publicUrl: null,
    imageHost: null,
    trustProxy: 0,
    rateLimits: true,
    logLevel: "info",
  };
  expect(readEnv({})).toEqual(defaults);
  expect(readEnv({ PORT: "", HOST: " ", RATE_LIMITS: "" })).toEqual(defaults);
});

test("every variable is read", () => {
  expect(
    readEnv({
      PORT: "0",
      HOST: "::1",
      DATA_DIR: "/var/lib/evs",
      DATABASE_URL: "postgres://u:p@db:5432/evs",
      ADMIN_USERNAME: "ada",
      ADMIN_PASSWORD: "secret ",
      STARTER_CATALOGUE: "false",
      PUBLIC_URL: "https://evs.example.com/",
      IMAGE_HOST: "https://images.example.com",
      TRUST_PROXY: "2",
      RATE_LIMITS: "off",
      LOG_LEVEL: "silent",
    }),
  ).toEqual({
    port: 0,
    host: "::1",
    dataDir: "/var/lib/evs",
    databaseUrl: "postgres://u:p@db:5432/evs",
    admin: { username: "ada", password: "secret " },
    starterCatalogue: false,
    publicUrl: "https://evs.example.com",
    imageHost: "https://images.example.com",
    trustProxy: 2,
    rateLimits: false,
    logLevel: "silent",
  });
});

test.each([
  ["PORT", "http"],
  ["PORT", "-1"],
  ["PORT", "65536"],
  ["PORT", "3000.5"],
  ["HOST", "two words"],
  ["HOST", "http://0.0.0.0"],
  ["DATABASE_URL", "mysql://db/evs"],
  ["DATABASE_URL", "db.example.com"],
  ["STARTER_CATALOGUE", "yes"],
  ["PUBLIC_URL", "evs.example.com"],
  ["PUBLIC_URL", "https://evs.example.com/shop"],
  ["PUBLIC_URL", "ftp://evs.example.com"],
  ["IMAGE_HOST", "http://images.example.com"],
  ["TRUST_PROXY", "true"],
  ["RATE_LIMITS", "false"],
  ["LOG_LEVEL", "loud"],
])("%s=%s stops the start with one line that names it", (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`));
});

test.each([
  [{ ADMIN_USERNAME: "ada" }, "ADMIN_PASSWORD"],
  [{ ADMIN_PASSWORD: "secret" }, "ADMIN_USERNAME"],
  [{ ADMIN_USERNAME: "ada", ADMIN_PASSWORD: "12345" }, "ADMIN_PASSWORD"],
])("%o names %s", (variables, name) => {
  expect(() => readEnv(variables)).toThrow(new RegExp(`^${name} `));
});

test.each([
  ["DATABASE_URL", { DATABASE_URL: "mysql://u:hunter22@db/evs" }],
  ["ADMIN_PASSWORD", { ADMIN_USERNAME: "ada", ADMIN_PASSWORD: "hunte" }],
])("the message about %s keeps the secret to itself", (_, variables) => {
  expect(() => readEnv(variables)).not.toThrow(/hunte/);
  expect(() => readEnv(variables)).toThrow();
});

test.each(["127.0.0.1", "127.0.1.1", "localhost", "::1"])(
  "rate limits may be off on %s",
  (HOST) => {
    expect(readEnv({ HOST, RATE_LIMITS: "off" }).rateLimits).toBe(false);
  },
);

test.each(["0.0.0.0", "::", "192.168.1.5", "evs.example.com", "127.evil.example"])(
  "rate limits stay on where others can reach the server: %s",
  (HOST) => {
    expect(() => readEnv({ HOST, RATE_LIMITS: "off" })).toThrow(
      /^RATE_LIMITS must be on unless HOST/,
    );
  },
);

test.each([
  ["127.0.0.1", "http://127.0.0.1:3000"],
  ["192.168.1.5", "http://192.168.1.5:3000"],
  ["evs.example.com", "http://evs.example.com:3000"],
  ["::1", "http://[::1]:3000"],
  ["2001:db8::5", "http://[2001:db8::5]:3000"],
  ["0.0.0.0", "http://localhost:3000"],
  ["0", "http://localhost:3000"],
  ["::", "http://localhost:3000"],
  ["0:0:0:0:0:0:0:0", "http://localhost:3000"],
  ["::ffff:0.0.0.0", "http://localhost:3000"],
])("a server on %s is opened as %s", (host, origin) => {
  expect(httpOrigin(host, 3000)).toBe(origin);
});

test("a server on every address opens at what is printed", async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  app.get("/", () => "open");
  await app.listen({ host: "0.0.0.0", port: 0 });
  const origin = listeningOrigin(app, { host: "0.0.0.0", port: 0 });
  expect(origin).toMatch(/^http:\/\/localhost:\d+$/);
  expect(await (await fetch(origin)).text()).toBe("open");
});
