/** Sends thousands of generated requests to a running server. */
import fc from "fast-check";
import { animatedWebp, plainPicture } from "./pictures.ts";
import { cookiesOf, signInAt } from "./http-sign-in.ts";
import type { ApiDocument } from "./openapi-document.ts";
import { readApi } from "./api-description.ts";
import { createProber, lineOf } from "./call-answers.ts";
import { anyCall, type GeneratedCall, type Sender } from "./calls.ts";

const BATCH = 500;
const CONNECTIONS = 24;
/** Most requests come from one of this many addresses; some share one that soon reaches its limit. */
const ADDRESSES = 5_000;
const PASSWORD = "correct horse battery";

export interface FuzzOptions {
  origin: string;
  requests: number;
  seed: number;
  administrator: { username: string; password: string };
}

export interface FuzzResult {
  statuses: Record<string, number>;
  /** faults with the requests that caused them, a limited number of each kind */
  faults: string[];
}

/** Creates a guest administrator and removes everything that generated requests have created. */
async function renewGuest(origin: string, cookie: string, name: string) {
  const asOffice = { headers: { cookie } };
  for (const list of ["/api/invitations", "/api/users"]) {
    const found = (await (await fetch(origin + list, asOffice)).json()) as { id: number }[];
    for (const { id } of found.filter((each) => list !== "/api/users" || each.id !== 1)) {
      await fetch(`${origin}${list}/${id}`, { method: "DELETE", ...asOffice });
    }
  }
  const invite = async () => {
    const made = await fetch(`${origin}/api/invitations`, { method: "POST", ...asOffice });
    return ((await made.json()) as { link: string }).link.split("invite=")[1] ?? "";
  };
  const account = { username: name, password: PASSWORD, inviteCode: await invite() };
  const answer = await fetch(`${origin}/api/register`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": name },
    body: JSON.stringify(account),
  });
  return { cookie: cookiesOf(answer), inviteCode: await invite() };
}

async function makePictures(): Promise<Buffer[]> {
  const plain = plainPicture(60, 40);
  const good = await Promise.all([
    plain.clone().png().toBuffer(),
    plain.clone().jpeg().toBuffer(),
    plain.clone().webp().toBuffer(),
    plain.clone().avif({ effort: 0 }).toBuffer(),
  ]);
  return [
    ...good,
    ...good.map((bytes) => bytes.subarray(0, bytes.length - 20)),
    await animatedWebp(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.alloc(0),
    Buffer.from("\xff\xd8\xff\xe0JFIF", "latin1"),
  ];
}

/** Sends batches of concurrent requests and renews the accounts before each batch. */
export async function fuzz({
  origin,
  requests,
  seed,
  administrator,
}: FuzzOptions): Promise<FuzzResult> {
  const api = readApi((await (await fetch(`${origin}/api/openapi.json`)).json()) as ApiDocument);
  const pictures = await makePictures();
  const prober = createProber(api, origin, CONNECTIONS);
  const result: FuzzResult = { statuses: {}, faults: [] };
  const kinds = new Map<string, number>();

  async function probe(call: GeneratedCall, cookies: Record<Sender, string>, at: number) {
    const cookie = cookies[call.sender];
    const crowd = at % 10 === 0 ? 1 : 2 + ((at * 7919) % ADDRESSES);
    const { status = "left", fault } = await prober.probe(call, {
      "x-forwarded-for": `10.1.${crowd >> 8}.${crowd & 255}`,
      ...(cookie && { cookie }),
    });
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    if (fault === undefined) return;
    const kind = `${call.method} ${fault.slice(0, 40)} ${call.path.split(/[?]/, 1)[0]?.replaceAll(/\d+/g, "1")}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (kinds.get(kind) === 1) result.faults.push(`${fault}\n  ${lineOf(call)}`);
  }

  let sent = 0;
  for (let batch = 0; sent < requests; batch++) {
    // Sign in for each batch, since a generated request may have ended the session.
    const office = await signInAt(origin, administrator, `192.0.2.${batch % 250}`);
    const guest = await renewGuest(origin, office, `10.2.${batch >> 8}.${batch & 255}`);
    const used = {
      username: [administrator.username, "Somebody"],
      password: [PASSWORD, administrator.password],
      inviteCode: [guest.inviteCode],
      make: ["Kia", "Lucid", "kia "],
      model: ["EV6", "Air"],
      trim: ["Wind", "Pure RWD"],
      image: ["https://example.com/car.webp", "data:image/png;base64,AAAA", "http://a/b"],
    };
    const cookies = { visitor: "", office, guest: guest.cookie };
    const numRuns = Math.min(BATCH, requests - sent);
    const calls = fc.sample(anyCall(api, { used, pictures }), { seed: seed + batch, numRuns });
    let next = 0;
    const work = async () => {
      for (let at = next++; at < calls.length; at = next++) {
        const call = calls[at];
        if (call) await probe(call, cookies, sent + at);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    sent += numRuns;
  }
  prober.close();
  return result;
}
