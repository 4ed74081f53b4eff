import { ArrowLeftRight, Check } from "lucide-react";
import { useEffect } from "react";

import { Button } from "../../ui/button.tsx";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import { fullTitle, putFirst, remove } from "./compare.ts";
import { changeComparison, comparison, useIsCompared } from "./use-comparison.ts";

/** On a vehicle's page, which stays where it is: another press takes the trim out (beyond 3). */
export function CompareToggle({ ev, trim }: { ev: Ev; trim: Trim }) {
  const isChosen = useIsCompared(trim.rowId);
  useEffect(() => comparison.open(), []);
  return (
    <Button
      aria-label={`Compare ${fullTitle({ ev, trim })}`}
      aria-pressed={isChosen}
      onClick={() => changeComparison((isChosen ? remove : putFirst)(trim.rowId))}
    >
      {isChosen ? <Check aria-hidden /> : <ArrowLeftRight aria-hidden />}
      Compare
    </Button>
  );
}
