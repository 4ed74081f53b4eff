import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMINISTERED, GRACE } from "../../test/accounts.ts";
import { type AppBothWays, openAppBothWays } from "../../test/both-ways.ts";
import { signInTo } from "../../test/whole-app.ts";
import { FIELD_NAMES } from "../domain/fields.ts";
import { measureLongestTurn } from "../../test/longest-turn.ts";
import { form, FORM_TYPE } from "../../test/import.ts";
import { callApp } from "../../test/call-app.ts";

/** Limits for how long others wait and how much memory grows. */
const LONGEST_TURN_MS = 100;
const MAX_GROWTH_BYTES = 300_000_000;
const PATIENT_MS = 60_000;

const repeated = (text: string) => (length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Each is repeated to the maximum length of the field that it is sent in. */
const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  "digits and a letter": (length) => `${"1".repeat(length - 1)}x`,
  dots: repeated("."),
  commas: repeated(","),
  spaces: (length) => `a${" ".repeat(length - 2)}b`,
  "spaces and a bracket": (length) => `(${" ".repeat(length - 1)}`,
  quotes: repeated('"'),
  apostrophes: repeated("'"),
  hyphens: repeated("-"),
  letters: (length) => `${"a".repeat(length - 1)}!`,
  capitals: (length) => `${"A".repeat(length - 1)}!`,
  groups: (length) => `1${repeated(",234")(length - 2)}x`,
  "spaced groups": (length) => `1${repeated(" 234")(length - 2)}x`,
  percents: repeated("%"),
  emoji: repeated("🚗"),
  "combining marks": (length) => `e${repeated("\u0301\u0323")(length - 1)}`,
  "words of one letter": repeated("a "),
  addresses: repeated("https://a "),
  brackets: repeated("["),
  dates: repeated("1/1/"),
  tags: repeated('W/"a", '),
};

interface Sent {
  method?: "GET" | "POST" | "PUT" | "PATCH";
  url: string;
  body?: object | Buffer;
  headers?: Record<string, string>;
}

const FIELD_CHARACTERS = 30_000;
const SHORT_CHARACTERS = 1_000;
const HEADER_CHARACTERS = 12_000;
const LARGE_CHARACTERS = 1_000_000;

const QUERIES = [
  ..."/api/evs?search= /api/evs?make= /api/evs?maxPrice= /api/evs?port=".split(" "),
  ..."/api/evs?view=admin&search= /api/activity?search= /api/activity?user=".split(" "),
  ..."/api/reviews?flagged= /api/changes?since= /?search= /?brand= /ev/1?trimName=".split(" "),
  ..."/compare?ev= / /ev/ /images/cars/ /api/evs/".split(" "),
];
const HEADERS = ["accept", "accept-encoding", "cookie", "if-none-match", "if-match", "user-agent"];

/** Makes a file in which every cell is this text. */
function fileOf(text: string, delimiter: string): string {
  const cell = `"${text.replaceAll('"', '""')}"`;
  return `${FIELD_NAMES.join(delimiter)}\n${FIELD_NAMES.map(() => cell).join(delimiter)}\n`;
}

function uploads(of: (length: number) => string): Sent[] {
  const text = of(FIELD_CHARACTERS);
  const large = of(LARGE_CHARACTERS);
  const units = { price: { field: "price", unit: "EUR", rate: 1.1 } };
  const upload = (file: string, fields: Record<string, string> = {}): Sent => ({
    method: "POST",
    url: "/api/evs/upload?dryRun=true",
    body: form(file, { fields }),
    headers: { "content-type": FORM_TYPE },
  });
  const columns = { Name: { split: ["make", "model", "trim"] }, Notes: null };
  const names = { columns, constants: { year: 2025, bodyType: "SUV" } };
  const makes = { columns: { Name: { split: ["make", "model"] } }, makes: { [text]: text } };
  return [
    upload(fileOf(text, ",")),
    upload(fileOf(text, ";"), { mapping: JSON.stringify(units) }),
    upload(`make,model,"${text.replaceAll('"', '""')}"\nKia,EV6,x\n`),
    upload(`Name,Notes\n"${large.replaceAll('"', '""')}",x\n`, { mapping: JSON.stringify(names) }),
    upload("Name\nKia EV6\n", { mapping: JSON.stringify(makes) }),
    upload("make,model\n", { mapping: text, decimal: text }),
    upload(`make,model\n${large},`),
    upload(large),
  ];
}

function requestsOf(of: (length: number) => string): Sent[] {
  const text = of(FIELD_CHARACTERS);
  const short = of(SHORT_CHARACTERS);
  const all = Object.fromEntries(FIELD_NAMES.map((field) => [field, text]));
  const row = { make: "Kia", model: "EV6", trim: of(10), year: 2025, bodyType: "SUV" };
  const posts: [string, object][] = [
    ["/api/evs", all],
    ["/api/evs", { ...row, zeroToSixty: of(LARGE_CHARACTERS) }],
    ["/api/evs", { ...row, image: of(LARGE_CHARACTERS) }],
    ["/api/evs", { ...row, source: of(LARGE_CHARACTERS), make: of(LARGE_CHARACTERS) }],
    ["/api/evs", { ...row, checkedOn: of(LARGE_CHARACTERS), [of(LARGE_CHARACTERS)]: 1 }],
    ["/api/evs/merge", { fromMake: text, intoMake: text }],
    ["/api/evs/1/reviews", { userName: short, comment: of(20_000), rating: 5 }],
    ["/api/login", { username: short, password: short }],
    ["/api/register", { username: short, password: short, inviteCode: short }],
  ];
  const encoded = encodeURIComponent(of(HEADER_CHARACTERS).toWellFormed()).slice(
    0,
    HEADER_CHARACTERS - (HEADER_CHARACTERS % 12), // only whole characters
  );
  const header = of(HEADER_CHARACTERS).replaceAll(/[^ -~]/g, "x");
  return [
    ...posts.map(([url, body]): Sent => ({ method: "POST", url, body })),
    { method: "PUT", url: "/api/evs/2", body: all },
    { method: "PATCH", url: "/api/evs", body: { ids: [2], set: { trim: text, source: text } } },
    ...uploads(of),
    ...QUERIES.map((query): Sent => ({ url: query + encoded })),
    ...HEADERS.map((name): Sent => ({ url: "/api/evs", headers: { [name]: header } })),
  ];
}

describe("a hostile text", () => {
  let both: AppBothWays;
  let cookie: string;

  beforeAll(async () => {
    both = await openAppBothWays({
      STARTER_CATALOGUE: "false",
      RATE_LIMITS: "off",
      ...ADMINISTERED,
    });
    cookie = await signInTo(both.app, GRACE);
    const row = { make: "Kia", model: "EV6", trim: "Wind", year: 2025, bodyType: "SUV" };
    const added = await callApp(both.app, "POST", "/api/evs", { cookie }, row);
    expect(added.statusCode).toBe(201);
  }, PATIENT_MS);

  afterAll(() => both.close());

  /** Sends the request over a real connection. @returns the reasons why other visitors would suffer, if any */
  async function findHarm({ method = "GET", url, body, headers }: Sent): Promise<string[]> {
    const isForm = Buffer.isBuffer(body);
    const init = {
      method,
      headers: {
        cookie,
        ...(body && !isForm && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body && { body: isForm ? new Uint8Array(body) : JSON.stringify(body) }),
    };
    const { longestMs, result: status } = await measureLongestTurn(async () => {
      const answer = await fetch(both.origin + url, init);
      await answer.arrayBuffer();
      return answer.status;
    }, LONGEST_TURN_MS);
    const request = `${method} ${url.slice(0, 40)} ${Object.keys(headers ?? {}).join()}`;
    return [
      ...(status >= 500 ? [`${request}: ${status}`] : []),
      ...(longestMs > LONGEST_TURN_MS ? [`${request}: ${Math.round(longestMs)} ms`] : []),
    ];
  }

  test.each(Object.entries(SHAPES))(
    "of %s holds nobody up, wherever it is sent",
    async (_name, of) => {
      const memoryBefore = process.memoryUsage.rss();
      const harm: string[] = [];
      for (const sent of requestsOf(of)) harm.push(...(await findHarm(sent)));
      expect(harm).toEqual([]);
      expect(process.memoryUsage.rss() - memoryBefore).toBeLessThan(MAX_GROWTH_BYTES);
    },
    PATIENT_MS,
  );
});
