import { X } from "lucide-react";
import { type KeyboardEvent, memo, type ReactNode, useId, useState } from "react";

import { formatPrice } from "../../domain/format.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { useMedia, WIDE_SCREEN } from "../../ui/device.ts";
import { Slider } from "../../ui/slider.tsx";
import { IconButton } from "../../ui/button.tsx";
import { SHOWCASE_PRICE_USD, TYPED_RANGE_MILES } from "../../domain/filters/slider-scales.ts";
import { setShowcaseRange } from "./filter-state.ts";
import {
  minRangeView,
  priceCeiling,
  priceView,
  rangeBounds,
  type SliderView,
} from "./filter-views.ts";
import styles from "./showcase-sliders.module.css";
import { FigureField, PriceField } from "./slider-filters.tsx";
import { useFilterField } from "./use-filters.tsx";

const SLIDERS = [
  { key: "range", label: "Range" },
  { key: "price", label: "Price" },
] as const;
type SliderKey = (typeof SLIDERS)[number]["key"];

/** Range "at least", price "up to" (finding.md#range-and-price): side by side from 768 px on, as tabs below. */
export const ShowcaseSliders = memo(function ShowcaseSliders() {
  const [open, setOpen] = useState<SliderKey>("range");
  const wide = useMedia(WIDE_SCREEN, true);
  const id = useId();
  const panel = (key: SliderKey, label: string, content: ReactNode) => (
    <div
      id={`${id}-${key}`}
      role={wide ? "group" : "tabpanel"}
      aria-label={label}
      data-open={key === open}
      className={styles.panel}
    >
      {content}
    </div>
  );
  return (
    <div className={styles.sliders} data-scripted>
      {/* When both panels are visible there are no tabs. */}
      <div
        {...(!wide && { role: "tablist", "aria-label": "Range and price" })}
        className={styles.tabs}
      >
        {SLIDERS.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            {...(!wide && {
              role: "tab",
              "aria-selected": key === open,
              "aria-controls": `${id}-${key}`,
            })}
            tabIndex={key === open ? 0 : -1}
            className={styles.tab}
            onClick={() => setOpen(key)}
            onKeyDown={(event) => moveTab(event, open, setOpen)}
          >
            {label}
          </button>
        ))}
      </div>
      {panel("range", "Range", <RangeShowcase />)}
      {panel("price", "Price", <PriceShowcase />)}
    </div>
  );
});

/** With two tabs, every arrow key moves to the other. */
function moveTab(
  event: KeyboardEvent<HTMLButtonElement>,
  open: SliderKey,
  setOpen: (key: SliderKey) => void,
) {
  if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
  const next = open === "range" ? "price" : "range";
  event.preventDefault();
  setOpen(next);
  const tabs = event.currentTarget.parentElement?.querySelectorAll("button");
  tabs?.[SLIDERS.findIndex(({ key }) => key === next)]?.focus();
}

function RangeShowcase() {
  const { state, update } = useFilterField("range");
  const { min, max } = rangeBounds(state);
  const { formatRange, rangeFigure, short, perMile } = useDistance();
  return (
    <Showcase
      label="Range"
      isMinimum
      thumbLabel="Minimum range"
      view={minRangeView(state)}
      before="at least"
      field={
        <FigureField
          label="Minimum range"
          className={styles.figure}
          unit={short}
          times={perMile}
          {...TYPED_RANGE_MILES}
          step={0.01}
          value={min}
          onChange={(miles) =>
            update((now) =>
              miles === null ? { ...now, range: null } : setShowcaseRange(now, miles),
            )
          }
        />
      }
      remark={max === null ? undefined : `up to ${formatRange(max)}`}
      valueText={min === null ? "Any range" : formatRange(min)}
      format={formatRange}
      scaleLabels={[rangeFigure(150), `${rangeFigure(550)} ${short}`]}
      onChange={(miles) => update((now) => setShowcaseRange(now, miles), { gesture: "range" })}
      onClear={() => update((now) => ({ ...now, range: null }))}
    />
  );
}

function PriceShowcase() {
  const { state, update } = useFilterField("price");
  const ceiling = priceCeiling(state);
  return (
    <Showcase
      label="Price"
      thumbLabel="Maximum price"
      view={priceView(state, SHOWCASE_PRICE_USD)}
      before="up to"
      field={<PriceField className={styles.figure} value={ceiling} />}
      valueText={ceiling === null ? "Any price" : formatPrice(ceiling)}
      format={formatPrice}
      scaleLabels={["$30k", "$475k"]}
      onChange={(dollars) => update((now) => ({ ...now, price: dollars }), { gesture: "price" })}
      onClear={() => update((now) => ({ ...now, price: null }))}
    />
  );
}

function Showcase(props: {
  label: string;
  isMinimum?: boolean;
  thumbLabel: string;
  view: SliderView<number>;
  before: string;
  /** field for typing */
  field: ReactNode;
  remark?: string | undefined;
  /** value of the thumb in words, once it filters */
  valueText: string;
  format: (value: number) => string;
  /** labels of both ends of the scale */
  scaleLabels: readonly [string, string];
  onChange: (value: number) => void;
  onClear: () => void;
}) {
  const { label, view, valueText, format, scaleLabels } = props;
  const { scale, value, isSet } = view;
  return (
    <>
      <div className={styles.head}>
        <span className={`field-label ${styles.label}`}>{label}</span>
        <span className="fine">{props.before}</span>
        {props.field}
        {isSet && (
          <IconButton label={`Clear ${label.toLowerCase()}`} onClick={props.onClear}>
            <X aria-hidden size={20} />
          </IconButton>
        )}
      </div>
      <Slider
        labels={[props.thumbLabel]}
        {...scale}
        values={[value]}
        isMinimum={props.isMinimum === true}
        quiet={!isSet}
        formatValue={(shown) => (isSet ? valueText : `${format(shown)}, not filtering yet`)}
        onChange={props.onChange}
      />
      {/* The note shares this line, because a line of its own would push the list down. */}
      <p className={styles.ends}>
        <span aria-hidden>{scaleLabels[0]}</span>
        {props.remark}
        <span aria-hidden>{scaleLabels[1]}</span>
      </p>
    </>
  );
}
