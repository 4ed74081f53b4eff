/**
 * Durable votes through HTTP beside a bare server with group commit, in turns within one run, and
 * how long readers wait meanwhile. `node bench/votes.ts`
 */
import { measure, startProduct, startVoteFloor } from "./servers.ts";

const CALLERS = 64;
const SECONDS = 3;
const ROUNDS = Number(process.argv[2] ?? 3);
const GOAL = 20_000 / 44_000;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

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
console.log(`${CALLERS} callers, each vote by a new visitor, median of ${ROUNDS} rounds\n`);
console.log("| floor/s | product/s | ratio | goal | statuses | readers' p99 ms |");
console.log("| --: | --: | --: | --: | --- | --: |");
console.log(
  `| ${Math.round(median(rounds.map(({ low }) => low.perSecond)))} ` +
    `| ${Math.round(median(rounds.map(({ ours }) => ours.perSecond)))} ` +
    `| ${median(rounds.map(({ ratio }) => ratio)).toFixed(2)} | ${GOAL.toFixed(2)} ` +
    `| ${JSON.stringify(rounds[0]?.ours.statuses)} ` +
    `| ${median(rounds.map(({ readers }) => readers.p99)).toFixed(1)} |`,
);
await Promise.all([product.stop(), floor.stop()]);
