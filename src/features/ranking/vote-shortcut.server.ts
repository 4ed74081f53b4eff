import type { IncomingMessage } from "node:http";
import { JSON_TYPE } from "../../server/compression.server.ts";
import { isUnavailable } from "../../server/database-wait.server.ts";
import { requestsTo } from "../../server/http-metrics.server.ts";
import { cameFromHere } from "../../server/same-site.server.ts";
import type { EarlyRequest, Shortcut } from "../../server/shortcuts.server.ts";
import type { Visitors } from "../../server/visitor.server.ts";
import type { VoteOutcome, VoteStore } from "./vote.store.server.ts";

const PATH = /^\/api\/evs\/([1-9]\d{0,9})\/votes$/;
/** What a page sends, letter by letter. The framework reads every other spelling. */
const BODIES: ReadonlyMap<string, boolean> = new Map([
  ['{"isUpvote":true}', true],
  ['{"isUpvote":false}', false],
]);
const LENGTHS: ReadonlySet<unknown> = new Set([...BODIES.keys()].map(({ length }) => `${length}`));
/** The framework, which counts the others, does not see the votes that are answered here. */
const counting = requestsTo("POST", "/api/evs/:id/votes", 201);
const SENT = ["cache-control", "no-store", "content-type", JSON_TYPE];

export interface VoteShortcutDeps {
  /** whether there is a model with this id, or was a moment ago */
  isModel(id: number): Promise<boolean>;
  votes: Pick<VoteStore, "cast">;
  votesChanged(): void;
  visitors: Pick<Visitors, "ensureVisitor">;
}

/**
 * Votes in front of the framework: those that count. What is refused is left to the framework,
 * which refuses it in the same words as ever.
 */
export function createVoteShortcut(deps: VoteShortcutDeps): {
  shortcut: Shortcut;
  /**
   * What became of a vote that was cast here and then passed on, so that it is not cast twice, and
   * that nobody waits twice for a database that does not answer.
   */
  outcomeOf(request: IncomingMessage): Promise<VoteOutcome> | undefined;
} {
  const cast = new WeakMap<IncomingMessage, () => Promise<VoteOutcome>>();

  /** Casts the vote if nothing speaks against it. @returns the headers and body of what counted */
  async function vote({ request, ip, protocol }: EarlyRequest, id: number, isUpvote: boolean) {
    if (!(await deps.isModel(id))) return null;
    const headers = [...SENT];
    const asking = { headers: request.headers, ip: ip(), protocol };
    const head = { header: (name: string, value: string) => headers.push(name, value) };
    const visitor = await deps.visitors.ensureVisitor(asking, head);
    const casting = deps.votes.cast({ modelId: id, visitor, isUpvote });
    cast.set(request, () => casting);
    const outcome = await casting;
    return outcome.kind === "counted" ? { headers, body: JSON.stringify(outcome.stats) } : null;
  }

  async function answer(early: EarlyRequest, id: number): Promise<void> {
    const started = performance.now();
    const isUpvote = BODIES.get(peek(early.request));
    const counted =
      isUpvote === undefined
        ? null
        : await vote(early, id, isUpvote).catch((error: unknown) => {
            if (isUnavailable(error)) cast.set(early.request, () => Promise.reject(error));
            // Whoever is refused else is refused by the framework again, and for the same reason.
            return null;
          });
    if (!counted) return early.pass();
    deps.votesChanged();
    early.send(201, counted.headers, counted.body);
    counting.add((performance.now() - started) / 1000);
  }

  return {
    shortcut(early) {
      const id = modelVotedFor(early.request);
      if (id === null) return false;
      early.request.once("readable", () => void answer(early, id));
      return true;
    },
    outcomeOf: (request) => cast.get(request)?.(),
  };
}

/** @returns the model's id; null unless everything but the body is as our own pages send it */
function modelVotedFor({ method, url = "", headers }: IncomingMessage): number | null {
  if (
    method !== "POST" ||
    headers["content-type"] !== "application/json" ||
    !LENGTHS.has(headers["content-length"]) ||
    headers.expect !== undefined ||
    cameFromHere(headers) !== true
  ) {
    return null;
  }
  const id = PATH.exec(url)?.[1];
  return id === undefined ? null : Number(id);
}

/** What has arrived of the body, which stays in the request. */
function peek(request: IncomingMessage): string {
  const chunk: unknown = request.read();
  if (!Buffer.isBuffer(chunk)) return "";
  request.unshift(chunk);
  return chunk.toString("latin1");
}
