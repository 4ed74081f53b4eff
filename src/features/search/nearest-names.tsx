import { useMemo } from "react";
import type { Ev } from "../../domain/vehicle.ts";
import { Button } from "../../ui/button.tsx";
import { knownNames } from "./known-names.ts";
import { nearestNames } from "./find-nearest-names.ts";

/** The names nearest to a text that finds nothing, as buttons (finding.md#nearest-names). */
export function NearestNames(props: {
  evs: readonly Ev[];
  /** text that finds nothing */
  text: string;
  onChoose: (name: string) => void;
}) {
  const { evs, text, onChoose } = props;
  const names = useMemo(() => nearestNames(text, knownNames(evs)), [text, evs]);
  if (names.length === 0) return null;
  return (
    <div role="group" aria-label="Did you mean" className="row note">
      <span aria-hidden>Did you mean</span>
      {names.map((name) => (
        <Button key={name} size="s" translate="no" onClick={() => onChoose(name)}>
          {name}
        </Button>
      ))}
    </div>
  );
}
