import { Dialog, type DialogControl } from "../../ui/dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Unbroken } from "../../ui/unbroken.tsx";
import { evPath } from "../../domain/routes.ts";
import { formatCount } from "../../domain/format.ts";
import { trimName, trimsOf } from "../../domain/trims.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { Figure } from "../catalogue/figure.tsx";
import { VehicleCard } from "../catalogue/vehicle-card.tsx";
import styles from "./ev-detail-dialog.module.css";
import { TakeBackButton, VoteButton } from "./vote-button.tsx";

export interface EvDetailDialogProps extends DialogControl {
  ev: Ev;
  /** null while they are loading */
  upvotes: number | null;
  onLeave: () => void;
}

/** ranking.md#ev-detail-dialog */
export function EvDetailDialog({ ev, upvotes, onLeave, ...control }: EvDetailDialogProps) {
  const [trim] = trimsOf(ev);
  if (!trim) return null;
  const leave = () => {
    onLeave();
    control.onOpenChange(false);
  };
  return (
    <Dialog
      {...control}
      fill={false}
      title={
        <span translate="no">
          <Unbroken>{`${ev.make} ${ev.model}`}</Unbroken>
        </span>
      }
      description={<span translate="no">{trimName(ev, trim)}</span>}
      footer={
        <>
          <TakeBackButton ev={ev} />
          <VoteButton ev={ev} />
          <Button variant="primary" href={evPath(ev.id, trim)} onClick={leave}>
            See all details
          </Button>
        </>
      }
    >
      <dl className={styles.figures}>
        <Figure label="Upvotes" value={upvotes === null ? "…" : formatCount(upvotes)} />
        <Figure label="Reviews" value={formatCount(ev.reviewCount)} />
        <Figure label="Average rating" value={ev.averageRating?.toFixed(1) ?? "No ratings"} />
      </dl>
      <div className={styles.card}>
        {/* Only this trim's card. */}
        <VehicleCard
          hasActions={false}
          match={{ ev: { ...ev, trims: [trim] }, shown: trim, trims: [trim] }}
          onOpen={leave}
        />
      </div>
    </Dialog>
  );
}
