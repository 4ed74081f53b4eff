/**
 * Measures durable votes over HTTP next to a bare server with group commit; both take turns within one run.
 * `node bench/votes.ts [rounds]`
 */
import { count, median, printFindings, ratio } from "./findings.ts";
import { measure } from "./load.ts";
import { readModelIds, startFloor, startProduct } from "./servers.ts";

const ROUNDS = Number(process.argv[2] ?? 3);
/** Several times what comparable apps achieve; a shopper would not notice more. */
const GOAL = 0.3;

const product = await startProduct();
const floor = await startFloor(product.origin, [], {});
const paths = (await readModelIds(product.origin)).map((id) => `/api/evs/${id}/votes`);
const votes = { body: '{"isUpvote":true}', connections: 64, seconds: 3, paths };

const rounds = [];
for (let round = 0; round < ROUNDS; round++) {
  const low = await measure({ ...votes, origin: floor.origin });
  const ours = await measure({ ...votes, origin: product.origin });
  rounds.push({ low, ours, ratio: ours.perSecond / low.perSecond });
}
await Promise.all([product.stop(), floor.stop()]);
const failures = rounds.reduce((sum, { ours }) => sum + ours.failures, 0);
const details =
  `${count(median(rounds.map(({ ours }) => ours.perSecond)))} of ` +
  `${count(median(rounds.map(({ low }) => low.perSecond)))}/s, ${failures} failed`;
printFindings(
  `${votes.connections} callers by wrk, each vote by a new visitor, beside a bare server with group commit, median of ${ROUNDS} rounds`,
  [ratio("durable votes", GOAL, median(rounds.map((round) => round.ratio)), details)],
);
