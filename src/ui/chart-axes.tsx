import styles from "./chart-axes.module.css";

interface Tick {
  /** in percent from the top or the left of the chart */
  at: number;
  label: string;
}

/** Lines across an SVG chart, labelled at the left. Percentages let the text keep its size at every width. */
export function LeftAxis(props: {
  ticks: readonly Tick[];
  /** distance of the labels from the chart */
  gapPx: number;
}) {
  const { ticks, gapPx } = props;
  return ticks.map(({ at, label }) => (
    <g key={at}>
      <line className={styles.line} x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} />
      <text className={styles.label} x={-gapPx} y={`${at}%`} dy="0.32em" textAnchor="end">
        {label}
      </text>
    </g>
  ));
}

export function BottomAxis(props: {
  ticks: readonly Tick[];
  /** distance of the labels' baseline from the chart, an SVG length */
  gap: string;
  hasLines?: boolean;
}) {
  const { ticks, gap, hasLines = false } = props;
  return (
    <g className={styles.bottom}>
      {ticks.map(({ at, label }) => (
        <g key={at}>
          {hasLines && (
            <line className={styles.line} x1={`${at}%`} x2={`${at}%`} y1="0" y2="100%" />
          )}
          <text className={styles.label} x={`${at}%`} y="100%" dy={gap} textAnchor="middle">
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}
