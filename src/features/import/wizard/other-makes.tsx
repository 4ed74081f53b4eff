import { CircleAlert } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { countOf } from "../../../domain/counts.ts";
import { FIELDS } from "../../../domain/fields.ts";
import { Button } from "../../../ui/button.tsx";
import type { OtherMake } from "../import.schema.ts";
import styles from "./checked-file.module.css";
import typedStyles from "./typed-cells.module.css";

interface OtherMakesProps {
  makes: readonly OtherMake[];
  onAnswer: (makes: Readonly<Record<string, string>>) => void;
}

/** Makes that the catalogue spells otherwise or does not know, named once for all rows (importing.md#makes). */
export function OtherMakes({ makes, onAnswer }: OtherMakesProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  if (makes.length === 0) return null;
  // A word that begins names may be no make at all.
  const textOf = ({ make, spelling = "" }: OtherMake) => typed[make] ?? spelling;
  const answer = () =>
    onAnswer(
      Object.fromEntries(
        makes.flatMap((each) => {
          const text = textOf(each).trim();
          return text === "" ? [] : [[each.make, text]];
        }),
      ),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // The form around it would check the file without these makes.
    event.preventDefault();
    answer();
  };
  return (
    <section className={styles.question} aria-label="Makes">
      <p>
        <CircleAlert aria-hidden />
        <span>Your catalogue spells these makes another way, or doesn’t have them yet.</span>
      </p>
      <ul className={styles.makes}>
        {makes.map((each) => (
          <li key={each.make}>
            <span>
              <q>{each.make}</q> ({countOf(each.rows, "row")})
            </span>
            <span className={typedStyles.input}>
              <input
                aria-label={`Make of “${each.make}”`}
                autoComplete="off"
                maxLength={FIELDS.make.maxCharacters}
                value={textOf(each)}
                onKeyDown={onKeyDown}
                onChange={({ currentTarget: { value } }) =>
                  setTyped({ ...typed, [each.make]: value })
                }
              />
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.answers}>
        <Button onClick={answer}>Use these makes</Button>
      </div>
    </section>
  );
}
