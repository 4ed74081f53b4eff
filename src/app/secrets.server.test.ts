import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test, vi } from "vitest";
import { cookieOf } from "../../test/accounts.ts";
import { FORM_TYPE, form } from "../../test/import.ts";
import {
  type Answer,
  type AppBothWays,
  type TestRequest,
  openAppBothWays,
} from "../../test/both-ways.ts";

/** Typed or personal texts. Each may appear only in the responses listed here. */
const PASSWORD = "pass-kx7 phrase one";
const NEW_PASSWORD = "pass-kx7 phrase two";
const WRONG_PASSWORD = "pass-kx7 phrase wrong";
const NAME = "Grace-kx7";
const ADDRESS = "203.0.113.77";
const EMAIL = "kx7.person@mail.example";
const AGENT = "Mozilla/5.0 (kx7-agent) Chrome/150.0";
const FILE_NAME = "kx7-file.csv";
const AUTHORIZATION = "Basic a3g3OnNlY3JldA==";

let both: AppBothWays;
let printed = "";
const answers: { asked: TestRequest; answer: Answer }[] = [];

afterAll(() => both.close());

/** Captures everything that the process prints from now on. */
function listen(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    vi.spyOn(stream, "write").mockImplementation((chunk, ...rest) => {
      printed += String(chunk);
      return String(chunk).startsWith("{") ? true : write(chunk, ...(rest as []));
    });
  }
}

async function ask(asked: TestRequest): Promise<Answer> {
  const headers = {
    "user-agent": AGENT,
    authorization: AUTHORIZATION,
    referer: `https://cars.example/?search=${EMAIL}`,
    "x-forwarded-for": ADDRESS,
    "x-forwarded-proto": "https",
    ...asked.headers,
  };
  const answer = await both.ask({ ...asked, headers });
  answers.push({ asked, answer });
  return answer;
}

const read = (path: string, cookie = "") => ask({ path, headers: { cookie } });

const post = (path: string, json: unknown, cookie = "", method = "POST") =>
  ask({
    method,
    path,
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(json),
  });

const cookiesOf = ({ headers }: Answer) =>
  [headers["set-cookie"]].flat().filter((line) => typeof line === "string");
const valuesOf = (answer: Answer) =>
  cookiesOf(answer)
    .map((line) => /^[^=]+=([^;]{9,})/.exec(line)?.[1])
    .filter((value) => value !== undefined);

/** Returns the secrets stored in the database, which must never leave it. */
function keptSecrets(): string[] {
  const database = new DatabaseSync(join(both.dataDir, "catalogue.db"), { readOnly: true });
  const queries = [
    "select password_hash from users",
    "select token_hash from sessions",
    "select code_hash from invitations",
    "select secret from signing_keys",
    "select visitor from votes",
  ];
  const found = queries.flatMap((query) =>
    database
      .prepare(query)
      .all()
      .map((row) => String(Object.values(row)[0])),
  );
  database.close();
  return found;
}

test("a secret is nowhere but where it belongs", async () => {
  listen();
  both = await openAppBothWays({
    ADMIN_USERNAME: NAME,
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: "trace",
    TRUST_PROXY: "1",
  });
  const login = (password: string) => post("/api/login", { username: NAME, password });
  const failed = await login(WRONG_PASSWORD);
  expect(failed.status).toBe(401);
  expect((await post("/api/login", { username: EMAIL, password: PASSWORD })).status).toBe(401);
  expect((await post("/api/login", { username: NAME, password: { text: PASSWORD } })).status).toBe(
    400,
  );
  const first = await login(PASSWORD);
  const cookie = cookieOf(first);
  const tokens = valuesOf(first);
  expect(tokens.length).toBeGreaterThan(0);

  const invited = await post("/api/invitations", {}, cookie);
  const code = /invite=([\w-]+)/.exec(invited.body)?.[1] ?? "";
  expect(code.length).toBeGreaterThan(20);
  const registered = { username: "Ada", password: PASSWORD, inviteCode: code };
  expect((await post("/api/register", { ...registered, inviteCode: `${code}x` })).status).toBe(403);
  const second = await post("/api/register", registered);
  expect(second.status).toBe(201);
  tokens.push(...valuesOf(second));
  expect((await post("/api/register", registered)).status).toBe(403);

  const voted = await post("/api/evs/1/votes", { isUpvote: true });
  const visitor = valuesOf(voted);
  expect(visitor).toHaveLength(1);
  await post("/api/evs/1/votes", { isUpvote: true }, cookieOf(voted));
  const review = { userName: "Ada", rating: 4, comment: `Write to ${EMAIL}` };
  expect((await post("/api/evs/1/reviews", review, cookieOf(voted))).status).toBe(201);
  await post("/api/evs/1/reviews", { ...review, rating: EMAIL });
  const upload = { cookie, "content-type": FORM_TYPE };
  for (const [path, text] of [
    ["/api/evs/upload", `make,model\n${PASSWORD},${EMAIL}`],
    ["/api/upload-image", PASSWORD],
  ] as const) {
    const body = form(text).toString("latin1").replace("new.csv", FILE_NAME);
    const { status } = await ask({ method: "POST", path, headers: upload, body });
    expect(status).toBeGreaterThanOrEqual(400);
  }
  const mine = ["/api/user", "/api/users", "/api/sessions", "/api/invitations", "/api/activity"];
  for (const path of mine) expect((await read(path, cookie)).status).toBe(200);
  for (const path of ["/", "/api/evs", "/ev/1", "/admin", "/auth", "/api/openapi.json"]) {
    await read(path, cookie);
    await read(`${path}?search=${EMAIL}&token=${tokens[0]}`, cookie);
  }
  await read("/metrics", cookie);
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  expect(
    (await post("/api/user/password", { ...change, currentPassword: WRONG_PASSWORD }, cookie))
      .status,
  ).toBe(400);
  const secrets = keptSecrets();
  expect((await post("/api/user/password", change, cookie)).status).toBe(204);
  secrets.push(...keptSecrets());

  // The database fails and quotes the statement, an error that no code expects.
  const broken = new DatabaseSync(join(both.dataDir, "catalogue.db"));
  broken.exec("alter table review_flags rename to gone; alter table reviews rename to lost");
  broken.close();
  expect((await post("/api/evs/2/reviews", review)).status).toBe(500);
  await read(`/ev/3?trimName=${EMAIL}`);
  await read(`/api/reviews?flagged=true`, cookie);
  await post("/api/logout", {}, cookie);
  const metrics = await both.ask({ path: "/metrics", headers: {} });
  expect(metrics.body).toContain("http_request_duration_seconds");

  const lines = printed.split("\n").filter((line) => line.startsWith("{"));
  expect(lines.length).toBeGreaterThan(40);
  expect(printed).toContain('"request failed"');
  const places = [
    ...answers.map(({ asked, answer }) => ({
      name: `${asked.method ?? "GET"} ${asked.path.split("?")[0]}`,
      text: answer.body,
      cookies: cookiesOf(answer).join("\n"),
      headers: JSON.stringify({ ...answer.headers, "set-cookie": undefined }),
    })),
    { name: "metrics", text: metrics.body, cookies: "", headers: "" },
    { name: "log", text: printed, cookies: "", headers: "" },
  ];
  /** Finds where a text appears. @param mayBe the only kind of place where it belongs */
  const placesOf = (secret: string, mayBe?: RegExp, alsoAsCookie = false) =>
    places
      .filter(({ text, cookies, headers }) =>
        [text, headers, alsoAsCookie ? "" : cookies].some((each) => each.includes(secret)),
      )
      .map(({ name, text }) =>
        name === "log" ? `log: ${text.split("\n").find((line) => line.includes(secret))}` : name,
      )
      .filter((name) => !mayBe?.test(name));

  for (const secret of [PASSWORD, NEW_PASSWORD, WRONG_PASSWORD, ...secrets]) {
    // The database keeps the first part of the visitor's cookie, which only that browser has.
    const isVisitor = visitor.some((value) => value.startsWith(secret));
    const rows = /^POST \/api\/evs\/upload$/; // invalid cells of the uploaded file are quoted in the response
    expect(placesOf(secret, rows, isVisitor), secret).toEqual([]);
  }
  for (const secret of [...tokens, ...visitor]) {
    expect(placesOf(secret, undefined, true), secret).toEqual([]);
  }
  expect(placesOf(code, /^POST \/api\/invitations$/)).toEqual([]);
  expect(
    placesOf(
      NAME,
      /^(POST \/api\/(login|invitations)|GET \/api\/(user|users|activity|invitations))$/,
    ),
  ).toEqual([]);
  // The home page shows the search text to the person who typed it.
  const asTyped = /^(POST|GET) \/(api\/evs\/1\/reviews|ev\/1|api\/evs\/upload)?$/;
  expect(placesOf(EMAIL, asTyped)).toEqual([]);
  expect(placesOf(encodeURIComponent(EMAIL), asTyped)).toEqual([]);
  // A failed sign-in names its address, for tools such as fail2ban.
  expect(placesOf(ADDRESS, /^log: .*"msg":"failed sign-in"/)).toEqual([]);
  for (const nobodys of [AGENT, "kx7-agent", AUTHORIZATION, both.dataDir]) {
    expect(placesOf(nobodys), nobodys).toEqual([]);
  }
  expect(placesOf(FILE_NAME)).toEqual([]);
}, 90_000);
