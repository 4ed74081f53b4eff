/** Makes writes of every kind and checks that the acknowledged ones are there afterwards. */
import { createHash } from "node:crypto";
import { ADMINISTRATOR } from "../e2e/server-process.ts";
import { signInAt } from "../test/http-sign-in.ts";
import { plainPicture } from "../test/pictures.ts";
import { ensure } from "./experiment.ts";
import { createFound, keyedJson, reviewOf } from "./ledger-found.ts";

const IMPORTED_ROWS = 200;
const EDITED_ROWS = 4;
/** The client's timeout, far longer than any answer may take. */
const CLIENT_MS = 20_000;

const KINDS = ["vote", "edit", "row", "deletion", "review", "picture", "import"] as const;
export type Kind = (typeof KINDS)[number];
export const ALL_KINDS: readonly Kind[] = KINDS;

/** The result of a write as its caller sees it. */
export interface Outcome {
  kind: Kind;
  /** status of the answer; 0 when none came */
  status: number;
  /** for a refusal: its Retry-After and message */
  refusal: { retryAfter: string | null; error: string } | null;
  ms: number;
}

/** yes: acknowledged; perhaps: refused or unanswered, so that it exists either completely or not at all */
type Written = "yes" | "perhaps";

export type Ledger = ReturnType<typeof createLedger>;

/** @param random gives numbers from 0 to below 1 */
export function createLedger(random: () => number) {
  let cookie = "";
  let models: number[] = [];
  let serial = 0;
  let acknowledged = 0;
  const settled = { there: 0, absent: 0 };
  const votes = new Map<number, { yes: number; perhaps: number }>();
  const prices = new Map<number, Set<number>>();
  const beingEdited = new Set<number>();
  const added = new Map<string, { written: Written; price: number; gone?: Written }>();
  const reviews = new Map<string, { model: number; written: Written }>();
  const pictures = new Map<string, Written>();
  const imports = new Map<string, Written>();

  const isStrangers = (kind: Kind) => kind === "vote" || kind === "review";
  const any = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];

  async function send(
    kind: Kind,
    address: string,
    init: RequestInit & { json?: unknown },
  ): Promise<{ outcome: Outcome; body: unknown }> {
    const started = performance.now();
    const { json, ...rest } = init;
    const keyed = json === undefined ? undefined : keyedJson(json);
    let status = 0;
    let body: unknown;
    let refusal: Outcome["refusal"] = null;
    try {
      const answer = await fetch(address, {
        ...rest,
        ...keyed,
        headers: { ...(isStrangers(kind) ? {} : { cookie }), ...keyed?.headers },
        signal: AbortSignal.timeout(CLIENT_MS),
      });
      const text = await answer.text();
      body = text === "" ? null : JSON.parse(text);
      // Only a complete answer acknowledges the write.
      status = answer.status;
      const retryAfter = answer.headers.get("retry-after");
      if (!answer.ok) refusal = { retryAfter, error: (body as { error: string }).error };
      else acknowledged += 1;
    } catch {
      // Without a whole answer, the write may or may not have happened.
    }
    return { outcome: { kind, status, refusal, ms: performance.now() - started }, body };
  }

  const isYes = ({ status }: Outcome) => status >= 200 && status < 300;
  const writtenOf = (outcome: Outcome): Written => (isYes(outcome) ? "yes" : "perhaps");

  const writers: Record<Kind, (origin: string) => Promise<Outcome>> = {
    async vote(origin) {
      const model = any(models) ?? 0;
      const count = votes.get(model) ?? { yes: 0, perhaps: 0 };
      votes.set(model, count);
      const json = { isUpvote: true };
      // Counts as open until it is answered, since the check may come first.
      count.perhaps += 1;
      const { outcome } = await send("vote", `${origin}/api/evs/${model}/votes`, {
        method: "POST",
        json,
      });
      if (isYes(outcome)) {
        count.perhaps -= 1;
        count.yes += 1;
      }
      return outcome;
    },
    async edit(origin) {
      // Only one caller edits a row at a time, because of two concurrent edits nobody knows which came last.
      const row = any([...prices.keys()].filter((each) => !beingEdited.has(each))) ?? 0;
      const price = 20_000 + serial++;
      const possible = prices.get(row) ?? new Set();
      possible.add(price);
      beingEdited.add(row);
      const { outcome } = await send("edit", `${origin}/api/evs/${row}`, {
        method: "PUT",
        json: { price },
      });
      beingEdited.delete(row);
      if (isYes(outcome)) prices.set(row, new Set([price]));
      return outcome;
    },
    async row(origin) {
      const model = `Row ${serial++}`;
      const price = 30_000 + serial;
      const entry: { written: Written; price: number } = { written: "perhaps", price };
      added.set(model, entry);
      const { outcome } = await send("row", `${origin}/api/evs`, {
        method: "POST",
        json: { make: "Chaos", model, trim: "Base", year: 2026, bodyType: "SUV", price },
      });
      entry.written = writtenOf(outcome);
      return outcome;
    },
    async deletion(origin) {
      const certain = [...added].filter(([, { written, gone }]) => written === "yes" && !gone);
      const [model, entry] = any(certain) ?? [];
      const id = model && found.idOf(model);
      if (!entry || id === undefined) return writers.row(origin);
      entry.gone = "perhaps";
      const { outcome } = await send("deletion", `${origin}/api/evs/${id}`, { method: "DELETE" });
      entry.gone = writtenOf(outcome);
      return outcome;
    },
    async review(origin) {
      const model = any(models) ?? 0;
      const comment = `Review ${serial++}`;
      const entry: { model: number; written: Written } = { model, written: "perhaps" };
      reviews.set(comment, entry);
      const { outcome } = await send("review", `${origin}/api/evs/${model}/reviews`, {
        method: "POST",
        json: reviewOf(comment),
      });
      entry.written = writtenOf(outcome);
      return outcome;
    },
    async picture(origin) {
      const [r = 0, g = 0, b = 0] = [0, 0, 0].map(() => Math.floor(random() * 256));
      const bytes = await plainPicture(8 + (serial++ % 900), 8, { r, g, b })
        .png()
        .toBuffer();
      // Pictures are named after a hash of their content, so the name is known from the bytes sent.
      const id = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
      if (!pictures.has(id)) pictures.set(id, "perhaps");
      const body = new FormData();
      body.set("image", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "p.png");
      const { outcome } = await send("picture", `${origin}/api/upload-image`, {
        method: "POST",
        body,
      });
      if (isYes(outcome)) pictures.set(id, "yes");
      return outcome;
    },
    async import(origin) {
      const make = `Import ${serial++}`;
      imports.set(make, "perhaps");
      const lines = ["make,model,trim,year,bodyType,price"];
      for (let at = 0; at < IMPORTED_ROWS; at++) {
        lines.push(`${make},Car ${at >> 2},Trim ${at},2026,SUV,${40_000 + at}`);
      }
      const body = new FormData();
      body.set("file", new Blob([lines.join("\n")], { type: "text/csv" }), "chaos.csv");
      const { outcome } = await send("import", `${origin}/api/evs/upload?list=0`, {
        method: "POST",
        body,
      });
      imports.set(make, writtenOf(outcome));
      return outcome;
    },
  };
  const found = createFound();

  function settle(isThere: boolean): void {
    settled[isThere ? "there" : "absent"] += 1;
  }

  async function check(origin: string): Promise<void> {
    await found.read(origin, cookie);
    for (const [model, count] of votes) {
      const there = found.votesOf(model);
      const { yes, perhaps } = count;
      ensure(there >= yes, `Model ${model}: ${yes} votes were acknowledged, ${there} are there.`);
      ensure(
        there <= yes + perhaps,
        `Model ${model} has ${there} votes; ${yes + perhaps} were cast.`,
      );
      settled.there += there - yes;
      settled.absent += yes + perhaps - there;
      votes.set(model, { yes: there, perhaps: 0 });
    }
    for (const [row, possible] of prices) {
      const price = found.priceOf(row) ?? NaN;
      ensure(possible.has(price), `Row ${row} costs ${price}, not ${[...possible].join(" or ")}.`);
      prices.set(row, new Set([price]));
    }
    for (const [model, { written, price, gone }] of added) {
      const there = found.priceOfModel(model);
      ensure(
        there !== undefined || written === "perhaps" || gone !== undefined,
        `${model} is lost.`,
      );
      ensure(there === undefined || gone !== "yes", `${model} is there again.`);
      ensure(there === undefined || there === price, `${model} costs ${there}, not ${price}.`);
      if (written === "perhaps" || gone === "perhaps") settle(there !== undefined);
      if (there === undefined) added.delete(model);
      else added.set(model, { written: "yes", price });
    }
    for (const [make, written] of imports) {
      const rows = found.rowsOfMake(make);
      ensure(
        rows === IMPORTED_ROWS || rows === 0,
        `${rows} of ${IMPORTED_ROWS} rows of ${make} are there.`,
      );
      ensure(rows > 0 || written === "perhaps", `The import of ${make} is lost.`);
      if (written === "perhaps") settle(rows > 0);
      if (rows === 0) imports.delete(make);
      else imports.set(make, "yes");
    }
    await checkApart(origin);
  }

  /** Reviews and pictures are requested one by one, so check each only once after it was written. */
  async function checkApart(origin: string): Promise<void> {
    const byModel = Map.groupBy(reviews, ([, { model }]) => model);
    for (const [model, written] of byModel) {
      const comments = await found.comments(origin, model);
      for (const [comment, { written: isWritten }] of written) {
        const times = comments.filter((each) => each === comment).length;
        ensure(times <= 1, `${comment} is there ${times} times.`);
        ensure(times === 1 || isWritten === "perhaps", `${comment} is lost.`);
        if (isWritten === "yes") continue;
        settle(times === 1);
        await found.sendAgain(origin, model, comment);
      }
    }
    reviews.clear();
    for (const [id, written] of pictures) {
      const status = await found.picture(origin, id);
      ensure(
        status === 200 || (status === 404 && written === "perhaps"),
        `Picture ${id}: ${status}.`,
      );
      if (written === "perhaps") settle(status === 200);
    }
    pictures.clear();
  }

  return {
    /** Signs in and adds the rows to edit. Call it once, on a working server. */
    async prepare(origin: string): Promise<void> {
      cookie = await signInAt(origin, ADMINISTRATOR);
      await found.read(origin, cookie);
      models = found.models();
      for (let at = 0; at < EDITED_ROWS; at++) await writers.row(origin);
      await found.read(origin, cookie);
      for (const [model, { price }] of added) prices.set(found.idOf(model) ?? 0, new Set([price]));
      added.clear();
    },
    /** Makes one write with new values. Never throws. */
    write: (origin: string, kind: Kind) => writers[kind](origin),
    /**
     * Compares all writes with what the server shows, which settles the open ones.
     * @throws Error with a sentence about what is missing, incomplete or unexpected
     */
    check,
    /** the number of acknowledged writes of all kinds */
    acknowledged: () => acknowledged,
    /** the numbers of open writes that turned out to exist and not to exist */
    settled: () => settled,
  };
}
