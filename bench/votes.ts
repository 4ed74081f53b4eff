/**
 * Durable votes through HTTP beside a bare server with group commit, in turns within one run, and
 * how long readers wait meanwhile. `node bench/votes.ts`
 */
import { count, duration, median } from "./figures.ts";
import { atMost, printFindings, ratio } from "./findings.ts";
import { LOAD_PROGRAM, measure } from "./load.ts";
import { startProduct, startVoteFloor } from "./servers.ts";

const CALLERS = 64;
const SECONDS = 3;
const ROUNDS = Number(process.argv[2] ?? 3);
/** Several times what any peer takes; a shopper feels no more. */
const GOAL = 0.3;
const READERS_P99_MS = 20;

const product = await startProduct();
const floor = await startVoteFloor();
const list = (await (await fetch(`${product.origin}/api/evs`)).json()) as { ev: { id: number } }[];
const paths = [...new Set(list.map(({ ev }) => ev.id))].map((id) => `/api/evs/${id}/votes`);
const votes = { body: '{"isUpvote":true}', connections: CALLERS, seconds: SECONDS };

const rounds = [];
for (let round = 0; round < ROUNDS; round++) {
  const low = await measure({ ...votes, origin: floor.origin, paths: ["/votes"] });
  const ours = await measure({ ...votes, origin: product.origin, paths });
  const [, readers] = await Promise.all([
    measure({ ...votes, origin: product.origin, paths }),
    measure({ origin: product.origin, paths: ["/api/evs/1"], connections: 2, seconds: SECONDS }),
  ]);
  rounds.push({ low, ours, readers, ratio: ours.perSecond / low.perSecond });
}
await Promise.all([product.stop(), floor.stop()]);
printFindings(
  `${CALLERS} callers by ${LOAD_PROGRAM}, each vote by a new visitor, beside a bare server with group commit, median of ${ROUNDS} rounds`,
  [
    ratio(
      "durable votes",
      GOAL,
      median(rounds.map((round) => round.ratio)),
      `${count(median(rounds.map(({ ours }) => ours.perSecond)))} of ` +
        `${count(median(rounds.map(({ low }) => low.perSecond)))}/s, ` +
        `${rounds[0]?.ours.failures} failed`,
    ),
    atMost(
      "readers' p99 meanwhile",
      READERS_P99_MS,
      median(rounds.map(({ readers }) => readers.p99)),
      duration,
    ),
  ],
);
