import styles from "./column-choice.module.css";

/** Says which lines above the names of the columns were left out. */
export function TitleNote({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null;
  return (
    <p className={styles.note}>
      Left out above the names of the columns: {titles.map((title) => `“${title}”`).join(", ")}
    </p>
  );
}
