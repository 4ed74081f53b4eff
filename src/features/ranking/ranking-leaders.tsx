import { useRef, useState } from "react";

import { lazyDialog } from "../../ui/lazy.tsx";
import type { Ev } from "../../vehicle/vehicle.ts";
import { RankedVehicle } from "./ranked-vehicle.tsx";
import styles from "./ranking-leaders.module.css";
import type { RankingState } from "./use-ranking.ts";
import { useReorderMotion } from "./use-reorder-motion.ts";

const { Dialog: EvDetailDialog, fetchAhead } = lazyDialog(
  async () => (await import("./ev-detail-dialog.tsx")).EvDetailDialog,
);

/** The top 5 as a podium: the leader large, the others beside it (§2). */
export function RankingLeaders({ ranking }: { ranking: RankingState }) {
  const { top, upvotesOf } = ranking;
  const [peeked, setPeeked] = useState<Ev>();
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  useReorderMotion(list, top.map(({ ev }) => ev.id).join());
  if (top.length === 0) return null;
  return (
    <>
      <div className={styles.frame}>
        <ol ref={list} role="list" aria-label="Top 5" className={styles.leaders}>
          {top.map(({ ev, position }) => (
            <li key={ev.id} data-key={ev.id} data-position={position} className={styles.leader}>
              <RankedVehicle
                ev={ev}
                position={position}
                upvotes={upvotesOf(ev.id)}
                eager={position === 1}
                onLeave={() => ranking.leave(false)}
                onApproach={fetchAhead}
                onPeek={() => {
                  setPeeked(ev);
                  setOpen(true);
                }}
              />
            </li>
          ))}
        </ol>
      </div>
      {peeked && (
        <EvDetailDialog
          ev={peeked}
          upvotes={upvotesOf(peeked.id)}
          open={isOpen}
          onOpenChange={setOpen}
          onLeave={() => ranking.leave(false)}
        />
      )}
    </>
  );
}
