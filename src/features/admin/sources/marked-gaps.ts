/** Whether the table marks figures without a source, remembered by this browser. */
import { createStoredState, useStoredState } from "../../../ui/stored-state.ts";

const marksGaps = createStoredState(
  "ev_admin_mark_gaps",
  (text) => text === "true",
  (isOn) => (isOn ? "true" : null),
);

export function useMarksGaps(): [boolean, (isOn: boolean) => void] {
  return [useStoredState(marksGaps), (isOn) => marksGaps.setState({ value: isOn })];
}
