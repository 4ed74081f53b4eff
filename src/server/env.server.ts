import type { FastifyInstance } from "fastify";
import { UserError } from "./errors.server.ts";
import { readHosts } from "./postgres-hosts.server.ts";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** The product's whole configuration; there is no other switch (readings 1). */
export interface Env {
  port: number;
  host: string;
  dataDir: string; // folder of the embedded database and the uploaded images
  databaseUrl: string | null; // PostgreSQL address; null: the embedded database
  admin: { username: string; password: string } | null;
  starterCatalogue: boolean;
  publicUrl: string | null; // absolute origin without a trailing slash
  imageHost: string | null; // origin of a hosted image service without a trailing slash
  trustProxy: number; // number of proxies in front whose X-Forwarded-* is believed
  rateLimits: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
}

type Variables = Readonly<Record<string, string | undefined>>;

const MIN_PASSWORD_CHARACTERS = 6;
const MAX_PORT = 65_535;
const MAX_PROXIES = 20;

function text(variables: Variables, name: string): string | null {
  return variables[name]?.trim() || null;
}

function wrong(name: string, expected: string, value?: string): UserError {
  return new UserError(500, `${name} must be ${expected}${value ? `, not "${value}"` : ""}.`);
}

function whole(variables: Variables, name: string, fallback: number, max: number): number {
  const value = text(variables, name) ?? String(fallback);
  if (!/^\d{1,9}$/.test(value) || Number(value) > max) {
    throw wrong(name, `a whole number from 0 to ${max}`, value);
  }
  return Number(value);
}

function oneOf<T extends string>(
  variables: Variables,
  name: string,
  fallback: T,
  choices: readonly T[],
): T {
  const value = text(variables, name) ?? fallback;
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw wrong(name, choices.join(" or "), value);
  return choice;
}

function origin(variables: Variables, name: string, schemes: readonly string[]): string | null {
  const value = text(variables, name);
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isOrigin = url && schemes.includes(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin) throw wrong(name, `an origin such as ${schemes[0]}//www.example.com`, value);
  return url.origin;
}

function databaseUrl(variables: Variables): string | null {
  const value = text(variables, "DATABASE_URL");
  if (value === null) return null;
  try {
    readHosts(value);
    return value;
  } catch {
    // The value stays out of the message: it may hold a password.
    const example = "postgres://user:password@host:5432,host2:5432/name";
    throw wrong("DATABASE_URL", `an address such as ${example}, for reading and writing`);
  }
}

function admin(variables: Variables): Env["admin"] {
  const username = text(variables, "ADMIN_USERNAME");
  // A space at the end of a password belongs to it.
  const password = variables["ADMIN_PASSWORD"] || null;
  if (username === null && password === null) return null;
  if (username === null) throw wrong("ADMIN_USERNAME", "set when ADMIN_PASSWORD is");
  if (password === null) throw wrong("ADMIN_PASSWORD", "set when ADMIN_USERNAME is");
  if (password.length < MIN_PASSWORD_CHARACTERS) {
    throw wrong("ADMIN_PASSWORD", `at least ${MIN_PASSWORD_CHARACTERS} characters`);
  }
  return { username, password };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

function rateLimits(variables: Variables, host: string): boolean {
  const on = oneOf(variables, "RATE_LIMITS", "on", ["on", "off"]) === "on";
  if (!on && !isLoopback(host)) {
    throw wrong("RATE_LIMITS", `on unless HOST is a loopback address; HOST is "${host}"`);
  }
  return on;
}

/** Reads the configuration (readings 1). @throws UserError one line that names the variable */
export function readEnv(variables: Variables): Env {
  const host = text(variables, "HOST") ?? "127.0.0.1";
  if (!/^[\w.:%-]+$/.test(host)) throw wrong("HOST", "a host name or an address", host);
  return {
    port: whole(variables, "PORT", 3000, MAX_PORT),
    host,
    dataDir: text(variables, "DATA_DIR") ?? "./data",
    databaseUrl: databaseUrl(variables),
    admin: admin(variables),
    starterCatalogue: oneOf(variables, "STARTER_CATALOGUE", "true", ["true", "false"]) === "true",
    publicUrl: origin(variables, "PUBLIC_URL", ["https:", "http:"]),
    imageHost: origin(variables, "IMAGE_HOST", ["https:"]),
    trustProxy: whole(variables, "TRUST_PROXY", 0, MAX_PROXIES),
    rateLimits: rateLimits(variables, host),
    logLevel: oneOf(variables, "LOG_LEVEL", "info", LOG_LEVELS),
  };
}

const EVERY_ADDRESS = new Set(["0.0.0.0", "[::]", "[::ffff:0:0]"]);

/** Where the server can be reached, such as `http://127.0.0.1:3000`, once it listens. */
export function listeningOrigin(
  app: FastifyInstance,
  { host, port }: Pick<Env, "host" | "port">,
): string {
  const address = app.server.address();
  // Port 0 lets the operating system choose one.
  const chosen = address !== null && typeof address === "object" ? address.port : port;
  return httpOrigin(host, chosen);
}

/**
 * The origin to open in a browser, such as `http://localhost:3000`; an IPv6 address stands in
 * brackets. `0.0.0.0` and `::` mean every address of this machine, and no browser opens them.
 */
export function httpOrigin(host: string, port: number): string {
  const name = host.includes(":") ? `[${host}]` : host;
  const url = `http://${name}`;
  // Parsed, since these addresses have other spellings, such as `0` and `0:0:0:0:0:0:0:0`.
  const isEvery = URL.canParse(url) && EVERY_ADDRESS.has(new URL(url).hostname);
  return `http://${isEvery ? "localhost" : name}:${port}`;
}
