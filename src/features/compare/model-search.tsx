import { Search } from "lucide-react";
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from "react";

import { useCombobox } from "../../ui/use-combobox.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { listen } from "../../ui/listen.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { nameSearch } from "../../domain/filters/search.ts";
import { NearestNames } from "../search/nearest-names.tsx";
import { nextTrim, trimFigures } from "./compare.ts";
import list from "../../ui/combobox.module.css";
import field from "../../ui/search-field.module.css";
import styles from "./model-search.module.css";

const MAX_SUGGESTIONS = 50;

export interface ModelSearchProps {
  label: string;
  evs: readonly Ev[];
  ids: readonly number[];
  onChoose: (ev: Ev) => void;
}

/** A combobox over make and model (comparing.md#compare-page). */
export function ModelSearch({ label, evs, ids, onChoose }: ModelSearchProps) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const distance = useDistance();
  const panelStyle = usePlaceBelow(box, open);
  const matches = open ? evs.filter(nameSearch(text)) : [];
  const shown = matches.slice(0, MAX_SUGGESTIONS);
  const isNothingFound = open && matches.length === 0;

  const show = (value: string) => {
    setText(value);
    setOpen(true);
    unmark();
  };
  const choose = (ev: Ev | undefined) => {
    if (!ev || !nextTrim(ev, ids)) return;
    setOpen(false);
    setText("");
    onChoose(ev);
  };
  const { marked, unmark, inputProps, listProps, optionProps } = useCombobox({
    options: shown,
    isOpen: open,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onEnter: (ev) => choose(ev ?? (shown.length === 1 ? shown[0] : undefined)),
  });

  return (
    <div
      ref={box}
      className={`${field.search} ${styles.search}`}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Search aria-hidden className={field.icon} />
      <input
        {...inputProps}
        type="text"
        aria-label={label}
        className={field.input}
        placeholder="Search models..."
        value={text}
        onChange={(event) => show(event.currentTarget.value)}
        onClick={() => setOpen(true)}
      />
      <p role="status" className="visually-hidden">
        {open && `${matches.length} ${matches.length === 1 ? "model" : "models"}`}
      </p>
      {open && panelStyle && (
        <div className={`${list.popup} ${styles.popup}`} style={panelStyle}>
          <div {...listProps} aria-label="Models" className={list.list}>
            {shown.map((ev, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box keeps the focus and handles the keys
              <div
                key={ev.id}
                {...optionProps(index)}
                role="option"
                aria-selected={index === marked}
                aria-disabled={!nextTrim(ev, ids)}
                className={list.option}
                onClick={() => choose(ev)}
              >
                <span className={list.name} translate="no">
                  {ev.make} {ev.model}
                </span>
                <span className={list.hint}>{hintOf(ev, ids, distance)}</span>
              </div>
            ))}
          </div>
          {isNothingFound && (
            <div className={list.more}>
              <p>No model matches “{text.trim()}”.</p>
              <NearestNames evs={evs} text={text} onChoose={show} />
            </div>
          )}
          {matches.length > shown.length && (
            <p className={list.more}>{matches.length - shown.length} more: type on to find them.</p>
          )}
        </div>
      )}
    </div>
  );
}

function hintOf(ev: Ev, ids: readonly number[], distance: DistanceFormats): string {
  const trim = nextTrim(ev, ids);
  return trim ? trimFigures({ ev, trim }, distance) : "chosen";
}

const MARGIN_PX = 12;
const MIN_WIDTH_PX = 280;
const MAX_HEIGHT_PX = 336;

/** Positioned fixed, because the scrolling slots would clip the list. */
function usePlaceBelow(box: RefObject<HTMLElement | null>, open: boolean): CSSProperties | null {
  const [panelStyle, setPlace] = useState<CSSProperties | null>(null);
  useLayoutEffect(() => {
    if (!open) return;
    const measure = () => {
      if (!box.current) return;
      const { left, top, bottom, width } = box.current.getBoundingClientRect();
      const { clientWidth, clientHeight } = document.documentElement;
      const wide = Math.min(Math.max(width, MIN_WIDTH_PX), clientWidth - 2 * MARGIN_PX);
      const below = clientHeight - bottom - MARGIN_PX;
      const above = top - MARGIN_PX;
      const isBelow = below >= MAX_HEIGHT_PX || below >= above;
      setPlace({
        left: Math.max(MARGIN_PX, Math.min(left, clientWidth - wide - MARGIN_PX)),
        width: wide,
        maxHeight: Math.min(MAX_HEIGHT_PX, isBelow ? below : above),
        ...(isBelow ? { top: bottom + 4 } : { bottom: clientHeight - top + 4 }),
      });
    };
    measure();
    return listen(window, "scroll resize", measure, { capture: true, passive: true });
  }, [box, open]);
  return open ? panelStyle : null;
}
