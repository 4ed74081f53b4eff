import { useQuery } from "@tanstack/react-query";

import { formatCount } from "../../vehicle/counts.ts";
import type { EvSummary } from "../../vehicle/vehicle.ts";
import styles from "./vehicle-votes.module.css";
import { VoteButton } from "./vote-button.tsx";
import { useVotes, vehicleVotesQuery } from "./votes.client.ts";

export interface VehicleVotesProps {
  ev: Pick<EvSummary, "id" | "make" | "model">;
}

/**
 * A model's upvotes and the button for one more, on its own page (§1). The number comes with the
 * document; the newest follows from the call.
 */
export function VehicleVotes({ ev }: VehicleVotesProps) {
  const known = useQuery(vehicleVotesQuery(ev.id)).data;
  const { upvotesOf } = useVotes(known);
  return (
    <div role="group" aria-label="Votes" className={styles.voting}>
      <VoteCount upvotes={upvotesOf(ev.id)} />
      <VoteButton ev={ev} />
    </div>
  );
}

/** `1 vote`, `12 votes`; the number leads. */
export function VoteCount({ upvotes }: { upvotes: number }) {
  return (
    <p className={styles.votes}>
      <span className={styles.figure}>{formatCount(upvotes)}</span>{" "}
      {upvotes === 1 ? "vote" : "votes"}
    </p>
  );
}
