import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { reasonOf, UserError } from "./errors.server.ts";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const MIN_PASSWORD_CHARACTERS = 6;
const MAX_PORT = 65_535;
/** Each part consists of characters that need no escape, and is not `.` or `..`. */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/;
const MAX_PROXIES = 20;
const MAX_BACKUP_HOURS = 24 * 366;
const MAX_BACKUPS = 10_000;

/** Says what a variable must be and shows its value; secrets use a plain message instead. */
const mustBe = (expected: string) => ({
  error: ({ input }: { input?: unknown }) => `${expected}, not "${String(input)}"`,
});

const wholeNumber = (fallback: number, max: number, min = 0) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      mustBe(`a whole number from ${min} to ${max}`),
    )
    .transform(Number)
    .default(fallback);

const oneOf = <T extends string>(fallback: NoInfer<T>, choices: readonly T[]) =>
  z.enum(choices, mustBe(choices.join(" or "))).default(fallback);

function isOrigin(text: string, schemes: readonly string[]): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && schemes.includes(url.protocol) && url.href === `${url.origin}/`;
}

const origin = (schemes: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => isOrigin(text, schemes),
      mustBe(`an origin such as ${schemes[0]}//www.example.com`),
    )
    .transform((text) => new URL(text).origin)
    .nullable()
    .default(null);

const DATABASE_ADDRESS =
  "an address such as postgres://user:password@host:5432/name; " +
  "within a name or password write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25";
const ONE_DATABASE_HOST =
  "the address of one host, not of several: put a proxy or a managed address in front of a cluster";

/** The user and password of an address, its hosts, and the rest. */
const DATABASE_ADDRESS_PARTS = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#@]*)([^@]*)$/s;

const BROKEN_ESCAPE = /%(?![\dA-F]{2})/i;

/** Messages never show the address, in which a password may be anywhere. */
const databaseUrl = z
  .string()
  .superRefine((text, context) => {
    // Without an `@` in the rest, no password with a `/` is mistaken for a host and a name.
    const [, hosts, rest] = DATABASE_ADDRESS_PARTS.exec(text) ?? [];
    if (hosts === undefined || BROKEN_ESCAPE.test(text)) return context.addIssue(DATABASE_ADDRESS);
    const named = new URLSearchParams(rest?.split("?")[1]);
    const isList = [hosts, named.get("host"), named.get("port")].some((part) =>
      part?.includes(","),
    );
    if (isList) context.addIssue(ONE_DATABASE_HOST);
    else if (!URL.canParse(text)) context.addIssue(DATABASE_ADDRESS);
  })
  .transform((text) => new URL(text).href)
  .nullable()
  .default(null);

const rateLimitFactor = z
  .string()
  .refine(
    (text) => /^(on|off|[1-9]\d?|100)$/.test(text),
    mustBe("on, off or a whole number from 1 to 100"),
  )
  .transform((text) => (text === "on" ? 1 : text === "off" ? 0 : Number(text)))
  .default(1);

const MAX_LICENSE_CHARACTERS = 200;
const MAX_ATTRIBUTION_CHARACTERS = 2_000;
const CC_BY = "CC BY 4.0 https://creativecommons.org/licenses/by/4.0/";
const STARTER_CREDITS =
  "Includes figures of ev-database.org as set by Urvish Ahir, and of open-ev-data (https://github.com/KilowattApp/open-ev-data) by KilowattApp, both under CC BY 4.0, with units converted.";
const LICENSE = /^(?<name>.*?)\s*(?<url>https:\/\/\S+)?$/s;

const lineUpTo = (maxCharacters: number, fallback: string) =>
  z
    .string()
    .max(maxCharacters, { error: `a text of at most ${maxCharacters} characters` })
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), { error: "a text on one line" })
    .default(fallback);

/** @param text such as `ODbL 1.0 https://opendatacommons.org/licenses/odbl/1-0/` */
function readLicense(text: string): { name: string; url: string | null } {
  const { name = text, url = null } = LICENSE.exec(text)?.groups ?? {};
  return { name: name || text, url };
}

const LOOPBACK = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/;

/** The whole configuration; there are no other settings (configuration.md#variables). */
const EnvVariables = z
  .object({
    HOST: z
      .string()
      .regex(/^[\w.:%-]+$/, mustBe("a host name or an address"))
      .default("127.0.0.1"),
    PORT: wholeNumber(3000, MAX_PORT),
    DATA_DIR: z.string().default("./data"),
    DATABASE_URL: databaseUrl,
    ADMIN_USERNAME: z.string().optional(),
    ADMIN_PASSWORD: z.string().optional(),
    STARTER_CATALOGUE: oneOf("true", ["true", "false"]),
    PUBLIC_URL: origin(["https:", "http:"]),
    BASE_PATH: z
      .string()
      .regex(BASE_PATH, mustBe("a path such as /cars, without a slash at its end"))
      .default(""),
    IMAGE_HOST: origin(["https:"]),
    TRUST_PROXY: wholeNumber(0, MAX_PROXIES),
    RATE_LIMITS: rateLimitFactor,
    LOG_LEVEL: oneOf("info", LOG_LEVELS),
    /** hours; 0, the default, means never */
    BACKUP_EVERY: wholeNumber(0, MAX_BACKUP_HOURS),
    BACKUP_TO: z.string().optional(),
    BACKUP_KEEP: wholeNumber(14, MAX_BACKUPS, 1),
    DATA_LICENSE: lineUpTo(MAX_LICENSE_CHARACTERS, CC_BY),
    DATA_ATTRIBUTION: lineUpTo(MAX_ATTRIBUTION_CHARACTERS, STARTER_CREDITS),
  })
  .superRefine((variables, context) => {
    const { HOST: host, ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = variables;
    const refuse = (name: keyof typeof variables, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (variables.BACKUP_EVERY > 0 && !variables.BACKUP_TO) {
      refuse("BACKUP_TO", "set when BACKUP_EVERY is");
    }
    if (variables.BACKUP_EVERY === 0 && variables.BACKUP_TO) {
      refuse("BACKUP_EVERY", "above 0 when BACKUP_TO is set");
    }
    if (!username && password) refuse("ADMIN_USERNAME", "set when ADMIN_PASSWORD is");
    if (username && !password) refuse("ADMIN_PASSWORD", "set when ADMIN_USERNAME is");
    if (username && password && password.length < MIN_PASSWORD_CHARACTERS) {
      refuse("ADMIN_PASSWORD", `at least ${MIN_PASSWORD_CHARACTERS} characters`);
    }
    if (variables.RATE_LIMITS === 0 && !LOOPBACK.test(host)) {
      refuse("RATE_LIMITS", `on unless HOST is a loopback address; HOST is "${host}"`);
    }
  })
  .transform(({ ADMIN_USERNAME: username, ADMIN_PASSWORD: password, ...variables }) => ({
    port: variables.PORT,
    host: variables.HOST,
    /** folder for the embedded database and uploaded images */
    dataDir: variables.DATA_DIR,
    /** PostgreSQL address; null for the embedded database */
    databaseUrl: variables.DATABASE_URL,
    admin: username && password ? { username, password } : null,
    starterCatalogue: variables.STARTER_CATALOGUE === "true",
    /** absolute origin without a trailing slash */
    publicUrl: variables.PUBLIC_URL,
    /** path below which the site stands, without a trailing slash; empty at the root of the host */
    basePath: variables.BASE_PATH,
    /** origin of a hosted image service without a trailing slash */
    imageHost: variables.IMAGE_HOST,
    /** number of proxies in front whose X-Forwarded-* headers are trusted */
    trustProxy: variables.TRUST_PROXY,
    /** multiplies the limits of addresses and networks; 0 turns all limits off */
    rateLimits: variables.RATE_LIMITS,
    logLevel: variables.LOG_LEVEL,
    /** the terms under which the catalogue's figures may be used */
    dataTerms: {
      license: readLicense(variables.DATA_LICENSE),
      attribution: variables.DATA_ATTRIBUTION,
    },
    /** scheduled backups; null without them */
    backups:
      variables.BACKUP_EVERY > 0 && variables.BACKUP_TO
        ? {
            everyHours: variables.BACKUP_EVERY,
            folder: variables.BACKUP_TO,
            keep: variables.BACKUP_KEEP,
          }
        : null,
  }));

export type Env = z.output<typeof EnvVariables>;

/** Reads the configuration (configuration.md#variables). @throws UserError with one line that names the variable */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const trimmed = Object.entries(variables).map(([name, text]) =>
    // A trailing space is part of a password. An empty or blank variable counts as unset.
    [name, name === "ADMIN_PASSWORD" ? text : text?.trim() || undefined],
  );
  const { data, error } = EnvVariables.safeParse(Object.fromEntries(trimmed));
  if (data) return data;
  const [issue] = error.issues;
  throw new UserError(500, `${String(issue?.path[0])} must be ${issue?.message}.`);
}

/**
 * Reads this process's environment, and other variables from the file EV_ENV_FILE or an existing `.env`.
 * @throws UserError with one line that names the variable
 */
export function loadEnv(): Env {
  const named = process.env["EV_ENV_FILE"]?.trim();
  const file = resolve(named || ".env");
  if (named || existsSync(file)) {
    for (const [name, value] of Object.entries(readEnvFile(file))) process.env[name] ??= value;
  }
  return readEnv(process.env);
}

/** A `#` would end this value, as in `ADMIN_PASSWORD=secret#1`. */
const CUT_VALUE = /^\s*(?:export\s+)?(\w+)\s*=[^'"`#\n]*[^'"`#\s]#/m;

function readEnvFile(file: string): NodeJS.Dict<string> {
  let text: string;
  try {
    text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new UserError(500, `The environment file ${file} cannot be read: ${reasonOf(error)}.`);
  }
  const [, cut] = CUT_VALUE.exec(text) ?? [];
  if (cut !== undefined) {
    throw new UserError(500, `${cut} in ${file}: put a value that contains # in single quotes.`);
  }
  return parseEnv(text);
}

const EVERY_ADDRESS = new Set(["0.0.0.0", "[::]", "[::ffff:0:0]"]);

/** Returns the address at which the server can be reached, such as `http://127.0.0.1:3000`, once it listens. */
export function listeningOrigin(app: FastifyInstance, { host, port }: Pick<Env, "host" | "port">) {
  const address = app.server.address();
  // Port 0 lets the operating system choose one.
  const chosen = address !== null && typeof address === "object" ? address.port : port;
  return httpOrigin(host, chosen);
}

/** Returns the origin to open in a browser, which cannot open `0.0.0.0` and `::`: `http://localhost:3000`. */
export function httpOrigin(host: string, port: number): string {
  const name = host.includes(":") ? `[${host}]` : host;
  const url = `http://${name}`;
  // Parse first, because these addresses have other spellings, such as `0` and `0:0:0:0:0:0:0:0`.
  const isEvery = URL.canParse(url) && EVERY_ADDRESS.has(new URL(url).hostname);
  return `http://${isEvery ? "localhost" : name}:${port}`;
}
