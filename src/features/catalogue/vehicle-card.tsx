import { onPlainClick } from "../../ui/plain-click.ts";
import { clsx } from "clsx";
import { Fragment, type KeyboardEvent, memo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "wouter";

import { withBase } from "../../domain/base-path.ts";
import { evPath } from "../../domain/routes.ts";
import { lazyDialog } from "../../ui/lazy.tsx";
import {
  countOf,
  formatAcceleration,
  formatCharging,
  formatPeakCharging,
  formatPrice,
} from "../../domain/format.ts";
import { Unbroken } from "../../ui/unbroken.tsx";
import { useDocumentData } from "../../ui/document-data.ts";
import { trimName, zeroToSixtyOf } from "../../domain/trims.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { type CardFigure, sayCardFigure } from "../filters/card-figures.ts";
import type { Match } from "../../domain/filters/find-models.ts";
import { CompareButton } from "../compare/compare-button.tsx";
import { SaveHeart } from "../saved/save-button.tsx";
import { VehiclePicture } from "../pictures/vehicle-picture.tsx";
import { ChangedMark } from "../live/changed-mark.tsx";
import { Figure } from "./figure.tsx";
import trims from "./other-trims.module.css";
import styles from "./vehicle-card.module.css";

export interface VehicleCardProps {
  match: Match;
  /** shown next to the trim's name; must stay the same array while they are the same */
  figures?: readonly CardFigure[] | undefined;
  /** called before a link of the card is followed (finding.md#return-to-the-list) */
  onOpen: () => void;
  /** with buttons that save and compare */
  hasActions?: boolean;
}

const NO_FIGURES: readonly CardFigure[] = [];

/** Shows the best passing trim and links to its page; the model's name opens a dialog (finding.md#cards). */
export const VehicleCard = memo(function VehicleCard(props: VehicleCardProps) {
  const { match, figures = NO_FIGURES, onOpen, hasActions = true } = props;
  const { ev, shown } = match;
  const distance = useDistance();
  const { presentYear } = useDocumentData();
  const further = figures.filter((figure) => figure !== "year");
  const peak = formatPeakCharging(shown);
  // When the visitor filters by year, every name includes it.
  const name = trimName(ev, shown, figures.includes("year") ? Infinity : presentYear);
  return (
    <article className={styles.card}>
      <Link
        href={evPath(ev.id, shown)}
        aria-label={`${ev.make} ${ev.model} ${name}`.trim()}
        className={`cover ${styles.link}`}
        onClick={onOpen}
      >
        <span className="thumbnail">
          <VehiclePicture ev={ev} trim={shown} width={240} alt="" />
        </span>
      </Link>
      {hasActions && (
        <div className={styles.onPicture}>
          <SaveHeart ev={ev} trim={shown} />
        </div>
      )}
      <header className={styles.names}>
        <h3 className={styles.name}>
          <ModelName ev={ev} shown={shown} hasActions={hasActions} onOpen={onOpen} />
        </h3>
        <p className={styles.trim}>
          <span translate="no">{name}</span>
          {further.map((figure) => (
            <Fragment key={figure}>
              <span className="visually-hidden"> · </span>
              <span className={styles.further}>{sayCardFigure(figure, shown, distance)}</span>
            </Fragment>
          ))}
        </p>
      </header>
      {hasActions && (
        <div className={styles.actions}>
          <CompareButton ev={ev} trim={shown} />
        </div>
      )}
      <dl className={styles.figures}>
        <Figure lead label="Range" value={distance.formatRange(shown.range)} />
        <Figure label="Price" value={formatPrice(shown.price)} />
        <Figure
          label="0-60"
          value={formatAcceleration(zeroToSixtyOf(shown))}
          mark={<ChangedMark key={shown.rowId} value={zeroToSixtyOf(shown)} />}
        />
        <Figure
          label={peak === null ? "Fast charge" : "Peak charging"}
          value={peak ?? formatCharging(shown.charging)}
        />
      </dl>
      <OtherTrims match={match} hasActions={hasActions} onOpen={onOpen} />
    </article>
  );
});

const { Dialog: ModelDialog } = lazyDialog(
  async () => (await import("./model-dialog.tsx")).ModelDialog,
);

/** A link that can be opened in a new tab; a click opens the dialog (finding.md#model-dialog). */
function ModelName(props: { ev: Ev; shown: Trim; onOpen: () => void; hasActions: boolean }) {
  const { ev, shown, onOpen, hasActions } = props;
  const [isOpen, setOpen] = useState(false);
  const href = evPath(ev.id, shown);
  // The page shows the same content as the dialog.
  const openPage = () => {
    onOpen();
    location.assign(withBase(href));
  };
  return (
    <>
      <Link
        href={href}
        aria-haspopup="dialog"
        className={`name-link ${styles.modelName}`}
        onClick={onPlainClick(() => setOpen(true))}
      >
        <span className="clamp" translate="no">
          <span className="ellipsis">{ev.make}</span> <Unbroken>{ev.model}</Unbroken>
        </span>
      </Link>
      <ModelDialog
        ev={ev}
        shown={shown}
        open={isOpen}
        onOpenChange={setOpen}
        onMissing={openPage}
        hasActions={hasActions}
        onOpen={onOpen}
      />
    </>
  );
}

/** Longer names leave room for two pills, not three. */
const SHORT_NAME_CHARACTERS = 20;

/** Trims that do not match the filters come last and are dimmed (finding.md#other-trims). */
function OtherTrims(props: { match: Match; onOpen: () => void; hasActions: boolean }) {
  const { match, onOpen, hasActions } = props;
  const { ev, shown } = match;
  const { formatRange } = useDistance();
  const { presentYear } = useDocumentData();
  const row = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const passes = (trim: Trim) => match.trims.includes(trim);
  const others = ev.trims
    .filter((trim) => trim.index !== shown.index)
    .toSorted((a, b) => Number(passes(b)) - Number(passes(a)));
  if (others.length === 0) return null;
  const nameOf = (trim: Trim) => trimName(ev, trim, presentYear);
  const first = others.slice(0, 3);
  const areShort = first.every((trim) => nameOf(trim).length <= SHORT_NAME_CHARACTERS);
  const closed = areShort ? first : first.slice(0, 2);
  const more = others.length - closed.length;
  const pills = isOpen ? others : closed;
  const open = () => {
    flushSync(() => setOpen(true));
    // The button that had the focus has disappeared.
    row.current?.children[closed.length]?.querySelector("a")?.focus();
  };
  return (
    <div className={trims.row}>
      <ul
        ref={row}
        role="list"
        aria-label={`Other trims of the ${ev.make} ${ev.model}`}
        className={trims.pills}
      >
        {pills.map((trim) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between its link and its button
          <li
            key={trim.index}
            className={clsx(trims.pill, !passes(trim) && trims.dimmed)}
            onKeyDown={movePill}
          >
            <Link
              href={evPath(ev.id, trim)}
              title={nameOf(trim)}
              className={trims.link}
              onClick={onOpen}
            >
              <span className={trims.name} translate="no">
                {nameOf(trim)}
              </span>
              <span className={trims.figures}>
                {`${formatRange(trim.range)} · ${formatPrice(trim.price)}`}
              </span>
              {!passes(trim) && (
                <span className="visually-hidden">does not match your filters</span>
              )}
            </Link>
            {hasActions && <CompareButton ev={ev} trim={trim} compact tabIndex={-1} />}
          </li>
        ))}
      </ul>
      {more > 0 && !isOpen && (
        <button type="button" className={trims.more} data-scripted onClick={open}>
          +{countOf(more, "trim")}
          <span className="visually-hidden">{` of the ${ev.make} ${ev.model}`}</span>
        </button>
      )}
    </div>
  );
}

/** A pill is one stop for Tab; arrow keys move between its link and its button. */
function movePill({ key, currentTarget }: KeyboardEvent<HTMLLIElement>) {
  if (key === "ArrowRight") currentTarget.querySelector("button")?.focus();
  if (key === "ArrowLeft") currentTarget.querySelector("a")?.focus();
}
