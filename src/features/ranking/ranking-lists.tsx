import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { Link } from "wouter";

import { messageOf } from "../../api/answers.ts";
import { evPath } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy.tsx";
import { ErrorState, Loading, Skeleton } from "../../ui/notice.tsx";
import { countOf } from "../../vehicle/counts.ts";
import { formatPrice } from "../../vehicle/format.ts";
import { present, trimsOf } from "../../vehicle/trims.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { VehiclePicture } from "../images/vehicle-picture.tsx";
import { RatingHoverCard } from "../reviews/rating-hover-card.tsx";
import { AverageStars } from "../reviews/stars.tsx";
import { REORDER_MS } from "./limits.ts";
import cardStyles from "./ranked-vehicle.module.css";
import styles from "./ranking-lists.module.css";
import type { RankingState } from "./use-ranking.ts";
import { VoteButton, VoteCount } from "./vote-button.tsx";

const { Dialog: EvDetailDialog, fetchAhead } = lazyDialog(
  async () => (await import("./ev-detail-dialog.tsx")).EvDetailDialog,
);

/** §2: the leader large, the others beside it */
export function RankingLeaders({ ranking }: { ranking: RankingState }) {
  const { top, upvotesOf, isPodium } = ranking;
  const [peeked, setPeeked] = useState<Ev>();
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  useReorderMotion(list, top.map(({ ev }) => ev.id).join());
  if (top.length === 0) return null;
  return (
    <>
      <div className={styles.frame}>
        <ol
          ref={list}
          role="list"
          aria-label="Top 5"
          className={clsx(styles.leaders, isPodium ? styles.podium : styles.equals)}
        >
          {top.map(({ ev, position }) => (
            <li
              key={ev.id}
              data-key={ev.id}
              data-position={isPodium ? position : undefined}
              className={styles.leader}
            >
              <RankedVehicle
                ev={ev}
                place={isPodium && upvotesOf(ev.id) > 0 ? position : null}
                upvotes={isPodium ? upvotesOf(ev.id) : upvotesOf(ev.id) || null}
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

/** §2, §4 */
export function RemainingList({ ranking }: { ranking: RankingState }) {
  const { isOpen, remainingCount } = ranking;
  const listId = useId();
  if (remainingCount === 0) return null;
  return (
    <div className={styles.remaining}>
      <Button
        aria-expanded={isOpen}
        aria-controls={listId}
        className={styles.toggle}
        onPointerEnter={ranking.want}
        onFocus={ranking.want}
        onClick={ranking.toggle}
      >
        {isOpen ? "Hide remaining EVs" : "Show Remaining EVs"} ({remainingCount})
        <ChevronDown aria-hidden />
      </Button>
      <div id={listId} hidden={!isOpen}>
        {isOpen && <OpenList ranking={ranking} />}
      </div>
    </div>
  );
}

export function RankingError({ list }: Pick<RankingState, "list">) {
  return (
    <ErrorState
      title="The ranking could not be loaded."
      text={messageOf(list.error)}
      retrying={list.isFetching}
      onRetry={() => void list.refetch()}
    />
  );
}

function OpenList({ ranking }: { ranking: RankingState }) {
  const { list, page, upvotesOf } = ranking;
  const rows = useRef<HTMLOListElement>(null);
  useReorderMotion(rows, `${page.page} ${page.shown.map(({ ev }) => ev.id).join()}`);
  if (!ranking.isComplete && list.isError) {
    return <RankingError list={list} />;
  }
  if (!ranking.isComplete) {
    return (
      <Loading text="Loading EVs...">
        <Skeleton height="480px" />
      </Loading>
    );
  }
  return (
    <>
      <ol ref={rows} role="list" aria-label="Remaining EVs" className={styles.rows}>
        {page.shown.map(({ ev, position }) => (
          <li key={ev.id} data-key={ev.id} className={styles.row}>
            <RankedVehicle
              ev={ev}
              place={position}
              upvotes={upvotesOf(ev.id)}
              onLeave={() => ranking.leave(true)}
            />
          </li>
        ))}
      </ol>
      <nav aria-label="Pages of the remaining EVs" className={styles.pager}>
        <Button disabled={page.page === 0} onClick={() => ranking.turnTo(page.page - 1)}>
          Previous
        </Button>
        <p aria-live="polite" className={styles.pages}>
          <span className="visually-hidden">Page </span>
          {page.page + 1} / {page.pageCount}
        </p>
        <Button
          disabled={page.page === page.pageCount - 1}
          onClick={() => ranking.turnTo(page.page + 1)}
        >
          Next
        </Button>
      </nav>
    </>
  );
}

function rankedPath(ev: Ev): string {
  return evPath(ev.id, { index: 0, trim: trimsOf(ev)[0]?.trim ?? "" });
}

interface RankedVehicleProps {
  ev: Ev;
  /** null for one that nobody has voted for */
  place: number | null;
  /** null leaves them out */
  upvotes: number | null;
  onLeave: () => void;
  /** opens the dialog instead of the page (readings 5) */
  onPeek?: (() => void) | undefined;
  onApproach?: (() => void) | undefined;
  eager?: boolean;
}

function RankedVehicle({
  ev,
  place,
  upvotes,
  onLeave,
  onPeek,
  onApproach,
  eager = false,
}: RankedVehicleProps) {
  const name = `${ev.make} ${ev.model}`;
  const path = rankedPath(ev);
  return (
    <article className={cardStyles.vehicle}>
      <div className={cardStyles.picture}>
        <VehiclePicture ev={ev} trim={trimsOf(ev)[0]} alt="" eager={eager} />
        {place !== null && (
          <span className={cardStyles.place}>
            <span className="visually-hidden">Place </span>
            {place}
          </span>
        )}
      </div>
      <div className={cardStyles.words}>
        <h3 className={cardStyles.name}>
          <Link
            href={path}
            className={cardStyles.link}
            {...(onPeek && { "aria-haspopup": "dialog" as const })}
            onPointerEnter={onApproach}
            onFocus={onApproach}
            onClick={(event) => {
              if (!onPeek) return onLeave();
              // It stays a link for new tabs and before hydration.
              event.preventDefault();
              onPeek();
            }}
          >
            {name}
          </Link>
        </h3>
        <ModelFigures ev={ev} />
      </div>
      <div className={cardStyles.foot}>
        <p className={cardStyles.rating}>
          <RatingHoverCard ev={ev}>
            <Link href={path} onClick={onLeave} className={cardStyles.reviews}>
              {ev.reviewCount > 0 && <AverageStars ev={ev} />}{" "}
              <span className={cardStyles.count}>
                {ev.reviewCount > 0 ? countOf(ev.reviewCount, "review") : "No reviews yet"}
              </span>
              <span className="visually-hidden"> of the {name}</span>
            </Link>
          </RatingHoverCard>
        </p>
        <div className={cardStyles.voting}>
          {upvotes !== null && <VoteCount upvotes={upvotes} />}
          <VoteButton ev={ev} />
        </div>
      </div>
    </article>
  );
}

/** Votes are for a model, so its figures are those of all its trims. */
function ModelFigures({ ev: { trims } }: { ev: Ev }) {
  const distance = useDistance();
  const known = (key: "range" | "price") =>
    trims.map((trim) => present(trim[key])).filter((value) => value !== null);
  const [ranges, prices] = [known("range"), known("price")];
  const most = Math.max(0, ...ranges);
  const least = Math.min(Infinity, ...prices);
  return (
    <p className={cardStyles.figures}>
      <span>
        <span className="visually-hidden">Range </span>
        {ranges.some((range) => range < most) && "up to "}
        {ranges.length > 0 ? <strong>{distance.formatRange(most)}</strong> : "range N/A"}
      </span>{" "}
      <span>
        <span className="visually-hidden">Price </span>
        {prices.some((price) => price > least) && "from "}
        {prices.length > 0 ? <strong>{formatPrice(least)}</strong> : "price N/A"}
      </span>
    </p>
  );
}

/** Smaller shifts have other causes. */
const VISIBLE_PX = 4;

/** Moves the children of a list, identified by `data-key`, to their places in a new order. */
function useReorderMotion(list: RefObject<HTMLElement | null>, order: string): void {
  const before = useRef<{ order: string; places: Map<string, DOMRect> }>(undefined);

  useLayoutEffect(() => {
    if (!list.current) return;
    const origin = list.current.getBoundingClientRect();
    const places = new Map<string, DOMRect>();
    const moves: [HTMLElement, number, number][] = [];
    for (const child of list.current.querySelectorAll<HTMLElement>("[data-key]")) {
      const key = child.dataset["key"] ?? "";
      const { x, y, width, height } = child.getBoundingClientRect();
      const place = new DOMRect(x - origin.x, y - origin.y, width, height);
      places.set(key, place);
      const old = before.current?.places.get(key);
      if (old) moves.push([child, old.x - place.x, old.y - place.y]);
    }
    const isNewOrder = before.current !== undefined && before.current.order !== order;
    before.current = { order, places };
    if (!isNewOrder || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [child, x, y] of moves) {
      if (Math.abs(x) + Math.abs(y) < VISIBLE_PX) continue;
      child.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
        duration: REORDER_MS,
        easing: "ease-out",
      });
    }
  });
}
