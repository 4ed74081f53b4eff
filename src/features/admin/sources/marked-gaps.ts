/** Whether the table marks figures without a source, remembered by this browser. */
import { type Stored, useStored, writeStored } from "../../../ui/storage.ts";

const MARKS_GAPS: Stored<boolean> = {
  key: "ev_admin_mark_gaps",
  parse: (text) => text === "true",
  format: (isOn) => (isOn ? "true" : null),
};

export function useMarksGaps(): [boolean, (isOn: boolean) => void] {
  return [useStored(MARKS_GAPS), (isOn) => writeStored(MARKS_GAPS, isOn)];
}
