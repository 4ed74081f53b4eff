import { globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";

import { describe, expect, test } from "vitest";

/** Rules of the house that neither the compiler nor the linter knows. */

const MOST_LINES = 500;

/** Features meet in pages; these name each other because the product does. */
const FEATURE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  catalogue: ["activity", "claims", "compare", "filters", "live", "pictures", "saved"],
  filters: ["catalogue", "pictures", "search"],
  ranking: ["catalogue", "filters", "pictures", "reviews", "search", "sections"],
  reviews: ["activity", "catalogue"],
  claims: ["activity", "catalogue", "import"],
  corrections: ["activity", "catalogue", "claims"],
  changes: ["catalogue"],
  compare: ["catalogue", "claims", "pictures", "search"],
  search: ["compare", "filters"],
  savings: ["assumptions", "catalogue", "compare", "sections"],
  table: ["compare", "filters", "ranking", "saved"],
  trip: ["assumptions", "catalogue"],
  size: ["assumptions", "catalogue", "compare", "pictures", "recently-viewed"],
  explore: ["filters", "pictures"],
  live: ["catalogue"],
  export: ["catalogue", "import"],
  "open-data": ["claims", "export"],
  "recently-viewed": ["catalogue", "compare", "pictures"],
  shortcuts: ["compare", "saved"],
  saved: ["catalogue", "compare", "pictures", "recently-viewed"],
  import: ["activity", "catalogue", "claims"],
  auth: ["activity"],
  admin: "activity auth catalogue claims corrections import pictures reviews".split(" "),
};

/** Each of these shows or reads parts of the other. */
const BOTH_WAYS = [
  "catalogue claims",
  "catalogue compare",
  "catalogue filters",
  "catalogue live",
  "catalogue saved",
  "claims import",
  "compare search",
  "filters search",
];

/** What each layer may import besides itself; that browsers load no server is a rule of its own. */
const LAYER_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  domain: [],
  ui: ["domain"],
  db: ["base"],
  server: ["base", "domain", "db"],
  features: ["base", "domain", "ui", "db", "server"],
  pages: ["base", "domain", "ui", "db", "server", "features"],
  app: ["base", "domain", "ui", "db", "server", "features", "pages"],
};

/**
 * The role of a file stands before its extension. Without one it holds rules, a component or a hook. The
 * two exceptions have names that others read.
 */
const ROLES = ["admin", "schema", "form", "queries", "server", "routes.server", "db.server"];
const NAME = new RegExp(
  String.raw`^[a-z0-9-]+(\.(${ROLES.join("|")}))?(\.test)?\.tsx?$|^[a-z0-9-]+(\.module)?\.css$`,
);
const OTHER_NAMES: ReadonlySet<string> = new Set(["entry.client.tsx", "negotiator.d.ts"]);

/** The layers that only `*.server.ts` may import. */
const BEHIND: ReadonlySet<string> = new Set(["server", "db"]);

interface SourceFile {
  path: string;
  text: string;
  imports: { path: string; isTypeOnly: boolean; isLazy: boolean }[];
}

const isTest = (path: string) =>
  /\.(test|spec)\.tsx?$/.test(path) || path.startsWith("test/") || /^(e2e|browsers)\//.test(path);
const isServerFile = (path: string) => /\.server\.tsx?$/.test(path);
const isSchema = (path: string) => path.endsWith(".schema.ts");
const layerOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1];
const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1];

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?<type>type\s)?(?:[^"';()]*?\sfrom\s+)?"(?<from>[^"]+)"|\bimport\(\s*"(?<lazy>[^"]+)"\s*\)/g;

function readSource(path: string): SourceFile {
  const text = readFileSync(path, "utf8");
  const imports = [...text.matchAll(IMPORT)].map(({ groups }) => {
    const target = groups?.["from"] ?? groups?.["lazy"] ?? "";
    return {
      path: target.startsWith(".") ? join(dirname(path), target) : target,
      isTypeOnly: groups?.["type"] !== undefined,
      isLazy: groups?.["lazy"] !== undefined,
    };
  });
  return { path, text, imports };
}

const paths = globSync("{src,test,e2e,browsers,scripts,bench,chaos}/**/*.{ts,tsx,mjs,css}");
const files = paths.sort().map(readSource);
const sources = files.filter((file) => file.path.startsWith("src/") && !file.path.endsWith(".css"));

/** Every import that breaks a rule, as `from -> to`. */
function offences(
  breaks: (from: string, to: string, isTypeOnly: boolean) => boolean,
  among = sources.filter((file) => !isTest(file.path)),
): string[] {
  return among.flatMap((file) =>
    file.imports
      .filter((target) => breaks(file.path, target.path, target.isTypeOnly))
      .map((target) => `${file.path} -> ${target.path}`),
  );
}

describe("imports", () => {
  test("flow from app over pages, features and server to db and base", () => {
    const wrong = offences((from, to) => {
      const layer = layerOf(from);
      const target = layerOf(to);
      if (!layer || !target || target === layer) return false;
      return !LAYER_IMPORTS[layer]?.includes(target);
    });
    expect(wrong).toEqual([]);
  });

  test("leave src/domain/routes.ts without imports of ours", () => {
    expect(
      offences((from, to) => from === "src/domain/routes.ts" && to.startsWith("src/")),
    ).toEqual([]);
  });

  test("lead from the drawings to nothing but themselves", () => {
    const drawing = "src/features/pictures/drawing/";
    expect(offences((from, to) => from.startsWith(drawing) && !to.startsWith(drawing))).toEqual([]);
  });

  test("connect features only where the product does", () => {
    const wrong = offences((from, to) => {
      const feature = featureOf(from);
      const target = featureOf(to);
      if (!feature || !target || target === feature) return false;
      return !FEATURE_IMPORTS[feature]?.includes(target);
    });
    expect(wrong).toEqual([]);
  });

  test("lead both ways between two features only where the table says so on purpose", () => {
    const pairs = Object.entries(FEATURE_IMPORTS).flatMap(([feature, targets]) =>
      targets
        .filter((other) => feature < other && FEATURE_IMPORTS[other]?.includes(feature))
        .map((other) => `${feature} ${other}`),
    );
    expect(pairs.toSorted()).toEqual(BOTH_WAYS);
  });

  test("reach the server from *.server.ts only, types included", () => {
    const wrong = offences((from, to) => {
      if (isServerFile(from)) return false;
      if (isSchema(from) && isSchema(to)) return false;
      const isServers = BEHIND.has(layerOf(to) ?? "") || to.startsWith("node:");
      return isServers || isServerFile(to);
    });
    expect(wrong).toEqual([]);
  });

  test("take from a schema only types, but for the server and other schemas", () => {
    const wrong = offences((from, to, isTypeOnly) => {
      return isSchema(to) && !isServerFile(from) && !isSchema(from) && !isTypeOnly;
    });
    expect(wrong).toEqual([]);
  });

  test("lead from a schema to zod, rules and other schemas only", () => {
    const wrong = offences((from, to) => {
      if (!isSchema(from) || to === "zod") return false;
      return isServerFile(to) || !/^src\/.*(?<!\.queries)\.ts$/.test(to);
    });
    expect(wrong).toEqual([]);
  });

  test("take nothing but types from node:http, which would load Node's fetch at each start", () => {
    expect(offences((_from, to, isTypeOnly) => to === "node:http" && !isTypeOnly)).toEqual([]);
  });

  test("go in no circle, types included", () => {
    expect(findCycles(sources)).toEqual([]);
    const file = (path: string, to: string): SourceFile => ({
      path,
      text: "",
      imports: [{ path: to, isTypeOnly: true, isLazy: false }],
    });
    expect(findCycles([file("a.ts", "b.ts"), file("b.ts", "a.ts")])).toEqual([
      "a.ts -> b.ts -> a.ts",
    ]);
  });
});

describe("a shopper's page", () => {
  /** Whether somebody is signed in is all that a shopper's header asks. */
  const ADMINISTRATORS =
    /^src\/features\/(admin|import|auth\/(?!signed-in-hint\.))|\.admin\.ts$|^(zod|react-hook-form)(\/|$)/;
  const isAdministrators = (path: string) => ADMINISTRATORS.test(path);
  // pages.ts loads them by their folders.
  const pages = sources
    .map(({ path }) => path)
    .filter((path) => /^src\/pages\/[\w-]+\/page\.tsx$/.test(path));
  const [theirs, shoppers] = [true, false].map((isTheirs) =>
    pages.filter((path) => /\/(admin|auth)\//.test(path) === isTheirs),
  );

  /** Every module that a visit of these pages may load, some by a press. */
  function findLoaded(visited: readonly string[] = []): string[] {
    const loaded = new Set<string>();
    const load = (path: string) => {
      if (loaded.has(path) || (pages.includes(path) && !visited.includes(path))) return;
      loaded.add(path);
      const file = sources.find((one) => one.path === path);
      for (const target of file?.imports ?? []) if (!target.isTypeOnly) load(target.path);
    };
    ["src/app/entry.client.tsx", ...visited].forEach(load);
    return [...loaded];
  }

  test("loads nothing of the administrators', whatever is pressed on it", () => {
    expect(findLoaded(shoppers).filter(isAdministrators)).toEqual([]);
    // What is found in theirs would be found in a shopper's.
    expect(findLoaded(theirs).filter(isAdministrators)).toEqual(
      expect.arrayContaining([
        "src/features/admin/dashboard.tsx",
        "src/domain/fields/specified.admin.ts",
      ]),
    );
  });
});

describe("the database", () => {
  const knowsSql = (path: string) =>
    path.endsWith(".db.server.ts") || path.startsWith("src/db/") || isTest(path);

  test("is spoken to in *.db.server.ts only", () => {
    const wrong = offences((from, to) => !knowsSql(from) && /^kysely(\/|$)/.test(to));
    const statements = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/;
    for (const { path, text } of sources) {
      if (!knowsSql(path) && statements.test(text)) wrong.push(path);
    }
    expect(wrong).toEqual([]);
  });

  test("has one writer of existing rows", () => {
    const writes = /\.(updateTable|deleteFrom)\("ev_rows"\)/;
    const writers = sources.filter(({ path, text }) => !isTest(path) && writes.test(text));
    expect(writers.map(({ path }) => path)).toEqual([
      "src/features/catalogue/write-rows.db.server.ts",
    ]);
  });

  test("is asked by nobody which engine it is", () => {
    const asks = sources.filter(
      ({ path, text }) =>
        !isTest(path) && !path.startsWith("src/db/") && /\bengine\b\s*[=!]==/.test(text),
    );
    expect(asks.map(({ path }) => path)).toEqual([]);
  });
});

/** Circles of imports, lazy and type imports included, each as its files in order. */
function findCycles(among: readonly SourceFile[]): string[] {
  const byPath = new Map(among.map((file) => [file.path, file]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(" -> "));
    if (start >= 0 || done.has(path)) return;
    for (const target of byPath.get(path)?.imports ?? []) visit(target.path, [...trail, path]);
    done.add(path);
  };
  for (const file of among) visit(file.path, []);
  return cycles;
}

test("the image starts what `npm start` starts, with the same flags", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: { start: string };
  };
  const [, command = "[]"] = /^CMD (\[.*\])$/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  expect(`exec ${(JSON.parse(command) as string[]).join(" ")}`).toBe(scripts.start);
});

test("the image has every file that the first start reads", () => {
  const [, copied = ""] =
    /^COPY --from=build (.*) \.\/db\/$/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  const endings = Array.from(copied.matchAll(/\/build\/db\/\*(\.\w+)/g), ([, ending]) => ending);
  const read = readdirSync("db", { withFileTypes: true }).filter((entry) => entry.isFile());
  expect(read.filter(({ name }) => !endings.includes(extname(name)))).toEqual([]);
});

describe("files", () => {
  test("have names that say what they hold", () => {
    const empty = files
      .map((file) => file.path)
      .filter((path) => /^(utils?|helpers?|common|misc|types|index)\./.test(basename(path)));
    expect(empty).toEqual([]);
  });

  test("have names in kebab-case", () => {
    const odd = files
      .map((file) => file.path)
      .filter((path) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)+$/.test(basename(path)));
    expect(odd).toEqual([]);
  });

  test("name their role", () => {
    const odd = files
      .map(({ path }) => path)
      .filter((path) => path.startsWith("src/") && !OTHER_NAMES.has(basename(path)))
      .filter((path) => !NAME.test(basename(path)));
    expect(odd).toEqual([]);
  });

  test("of features have routes in *.routes.server.ts only", () => {
    const declares = /\bapp\.(get|post|put|patch|delete|route)[(<]/;
    const wrong = sources.filter(
      ({ path, text }) =>
        featureOf(path) &&
        !isTest(path) &&
        !path.endsWith(".routes.server.ts") &&
        declares.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("are short enough to read", () => {
    const long = files
      .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
      .filter(({ lines }) => lines > MOST_LINES)
      .map(({ path, lines }) => `${path}: ${lines} lines`);
    expect(long).toEqual([]);
  });

  test("add the base path to what a browser asks for by itself", () => {
    const CALL = /\b(?:fetch|EventSource|location\.assign)\((?!withBase\(|target\))/;
    const ELEMENT =
      /<(?:a|form|img|link)\b[^>]*?\b(?:(?:href|action|src)="\/|(?:href|action)=\{(?:`?[A-Z$]|\w+Path\())/;
    const WITHOUT_BASE = new RegExp(`${CALL.source}|${ELEMENT.source}`, "g");
    const wrong = sources
      .filter(({ path }) => !isTest(path) && !path.endsWith(".server.ts"))
      .flatMap(({ path, text }) =>
        Array.from(text.matchAll(WITHOUT_BASE), ([at]) => `${path}: ${at}`),
      );
    expect(wrong).toEqual([]);
  });

  // Such a rule restyles the whole page whenever an element is added anywhere.
  test("have no :has() on the root", () => {
    const slow = files.filter(({ text }) => /(:root|html):has\(/.test(text));
    expect(slow.map(({ path }) => path).filter((path) => path.endsWith(".css"))).toEqual([]);
  });

  test("leave no test out and none alone", () => {
    const left = files
      .filter((file) => isTest(file.path))
      .filter(({ text }) => /\b(test|it|describe)(\.\w+)*\.(only|skip|todo|fixme)\(/.test(text))
      .map((file) => file.path);
    expect(left).toEqual([]);
  });
});
