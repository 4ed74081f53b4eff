import styles from "./unbroken.module.css";

/** `F-150`, `e-tron`, `Mach-E`; a longer word may break after its hyphen. */
const SHORT_WORD = /(?<![\p{L}\p{N}-])([\p{L}\p{N}]{1,4}-[\p{L}\p{N}]{1,4})(?![\p{L}\p{N}-])/gu;

/** Keeps short hyphenated words in a name on one line. */
export function Unbroken({ children: name }: { children: string }) {
  // The capturing group makes every second part such a word.
  return name.split(SHORT_WORD).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className={styles.word}>
        {part}
      </span>
    ),
  );
}
