import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fastify } from "fastify";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { UserError } from "./errors.server.ts";
import { httpOrigin, listeningOrigin, loadEnv, readEnv } from "./env.server.ts";

const DATABASE_ADDRESS =
  "an address such as postgres://user:password@host:5432/name; " +
  "within a name or password write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25";
const ONE_HOST =
  "the address of one host, not of several: put a proxy or a managed address in front of a cluster";

test("without variables the defaults of the readings hold", () => {
  const defaults = {
    port: 3000,
    host: "127.0.0.1",
    dataDir: "./data",
    databaseUrl: null,
    admin: null,
    starterCatalogue: true,
    publicUrl: null,
    basePath: "",
    imageHost: null,
    trustProxy: 0,
    rateLimits: 1,
    logLevel: "info",
    backups: null,
    dataTerms: {
      license: { name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
      attribution: expect.stringMatching(/Urvish Ahir.*open-ev-data/),
    },
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
      BASE_PATH: "/cars",
      IMAGE_HOST: "https://images.example.com",
      TRUST_PROXY: "2",
      RATE_LIMITS: "off",
      LOG_LEVEL: "silent",
      BACKUP_EVERY: "24",
      BACKUP_TO: "/backups",
      BACKUP_KEEP: "3",
      DATA_LICENSE: "ODbL 1.0 https://opendatacommons.org/licenses/odbl/1-0/",
      DATA_ATTRIBUTION: "Figures by Ada.",
    }),
  ).toEqual({
    port: 0,
    host: "::1",
    dataDir: "/var/lib/evs",
    databaseUrl: "postgres://u:p@db:5432/evs",
    admin: { username: "ada", password: "secret " },
    starterCatalogue: false,
    publicUrl: "https://evs.example.com",
    basePath: "/cars",
    imageHost: "https://images.example.com",
    trustProxy: 2,
    rateLimits: 0,
    logLevel: "silent",
    backups: { everyHours: 24, folder: "/backups", keep: 3 },
    dataTerms: {
      license: { name: "ODbL 1.0", url: "https://opendatacommons.org/licenses/odbl/1-0/" },
      attribution: "Figures by Ada.",
    },
  });
});

test.each([
  ["BACKUP_KEEP", "0", 'a whole number from 1 to 10000, not "0"'],
  ["PORT", "http", 'a whole number from 0 to 65535, not "http"'],
  ["PORT", " 65536 ", 'a whole number from 0 to 65535, not "65536"'],
  ["HOST", "http://0.0.0.0", 'a host name or an address, not "http://0.0.0.0"'],
  ["DATABASE_URL", "mysql://db/evs", DATABASE_ADDRESS],
  ["DATABASE_URL", "db.example.com", DATABASE_ADDRESS],
  ["DATABASE_URL", "postgres://u:p@a,b/evs", ONE_HOST],
  ["DATABASE_URL", "postgres://u:p,q@a:1,b:2/evs?target_session_attrs=read-write", ONE_HOST],
  ["DATABASE_URL", "postgresql:///evs?host=/run/a,/run/b", ONE_HOST],
  ["DATABASE_URL", "postgres://a/evs?port=1,2", ONE_HOST],
  ["STARTER_CATALOGUE", "yes", 'true or false, not "yes"'],
  ["PUBLIC_URL", "example.com", 'an origin such as https://www.example.com, not "example.com"'],
  [
    "PUBLIC_URL",
    "https://a.com/b",
    'an origin such as https://www.example.com, not "https://a.com/b"',
  ],
  ["IMAGE_HOST", "http://a.com", 'an origin such as https://www.example.com, not "http://a.com"'],
  ["TRUST_PROXY", "true", 'a whole number from 0 to 20, not "true"'],
  ["RATE_LIMITS", "0", 'on, off or a whole number from 1 to 100, not "0"'],
  ["RATE_LIMITS", "101", 'on, off or a whole number from 1 to 100, not "101"'],
  ["RATE_LIMITS", "010", 'on, off or a whole number from 1 to 100, not "010"'],
  ["LOG_LEVEL", "loud", 'fatal or error or warn or info or debug or trace or silent, not "loud"'],
  ["BACKUP_EVERY", "24", "set when BACKUP_EVERY is", "BACKUP_TO"],
  ["BACKUP_TO", "/backups", "above 0 when BACKUP_TO is set", "BACKUP_EVERY"],
  ["ADMIN_USERNAME", "ada", "set when ADMIN_USERNAME is", "ADMIN_PASSWORD"],
  ["ADMIN_PASSWORD", "secret", "set when ADMIN_PASSWORD is", "ADMIN_USERNAME"],
])(
  "%s=%s stops the start with one line that says what is wrong",
  (name, value, expected, wrong = name) => {
    expect(() => readEnv({ [name]: value })).toThrow(
      new UserError(500, `${wrong} must be ${expected}.`),
    );
  },
);

test.each(["cars", "/", "/cars/", "/..", "/a%20b"])(
  "BASE_PATH=%s stops the start with one line that says what is wrong",
  (value) => {
    expect(() => readEnv({ BASE_PATH: value })).toThrow(
      new UserError(
        500,
        `BASE_PATH must be a path such as /cars, without a slash at its end, not "${value}".`,
      ),
    );
  },
);

test.each(["/cars", "/a/b", "/~ada/EV_2.0", "/...", "/api"])("BASE_PATH may be %s", (value) => {
  expect(readEnv({ BASE_PATH: value }).basePath).toBe(value);
});

test("the file may begin with a byte order mark, and lines without effect are passed over", async () => {
  const file = join(await temporaryFolder(), "env");
  await writeFile(file, '\uFEFFHOST="127.0.0.1"\r\nLOG_LEVEL: secret\r\nsecret\r\n');
  vi.stubEnv("EV_ENV_FILE", file);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(loadEnv().host).toBe("127.0.0.1");
});

test("a password that is too short stops the start", () => {
  expect(() => readEnv({ ADMIN_USERNAME: "ada", ADMIN_PASSWORD: "12345" })).toThrow(
    new UserError(500, "ADMIN_PASSWORD must be at least 6 characters."),
  );
});

test.each([
  ["DATABASE_URL", { DATABASE_URL: "mysql://u:hunter22@db/evs" }],
  ["ADMIN_PASSWORD", { ADMIN_USERNAME: "ada", ADMIN_PASSWORD: "hunte" }],
])("the message about %s keeps the secret to itself", (_, variables) => {
  expect(() => readEnv(variables)).not.toThrow(/hunte/);
  expect(() => readEnv(variables)).toThrow();
});

test.each("12/hunter 12?hunter 12#hunter 12/@hunter hunter% %/hunter 12/%40hunter".split(" "))(
  "a database address with the password %s is refused without showing any of it",
  (password) => {
    for (const address of ["db:5432/evs", "db/evs?sslmode=verify-full"]) {
      expect(() => readEnv({ DATABASE_URL: `postgres://u:${password}@${address}` })).toThrow(
        new UserError(500, `DATABASE_URL must be ${DATABASE_ADDRESS}.`),
      );
    }
  },
);

test.each([
  ["a%40b%2Fc%3Fd%23e%25f%3Ag", "a@b/c?d#e%f:g"],
  ["a@b", "a@b"],
  ["a:b,c&d=e+f", "a:b,c&d=e+f"],
  ["a b%2Fc", "a b/c"],
])("the password of a database address may be %s", (written, password) => {
  const { databaseUrl } = readEnv({ DATABASE_URL: `postgres://u:${written}@db/evs` });
  const client = new pg.Client(databaseUrl ?? "");
  expect([client.host, client.password]).toEqual(["db", password]);
});

test.each(["127.0.0.1", "127.0.1.1", "localhost", "::1"])(
  "rate limits may be off on %s",
  (HOST) => {
    expect(readEnv({ HOST, RATE_LIMITS: "off" }).rateLimits).toBe(0);
  },
);

test.each([
  ["on", 1],
  ["1", 1],
  [" 12 ", 12],
  ["100", 100],
])("RATE_LIMITS=%s multiplies limits by %d", (text, factor) => {
  expect(readEnv({ HOST: "0.0.0.0", RATE_LIMITS: text }).rateLimits).toBe(factor);
});

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
  ["evs.example.com", "http://evs.example.com:3000"],
  ["::1", "http://[::1]:3000"],
  ["0.0.0.0", "http://localhost:3000"],
  ["::", "http://localhost:3000"],
  ["0:0:0:0:0:0:0:0", "http://localhost:3000"],
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
