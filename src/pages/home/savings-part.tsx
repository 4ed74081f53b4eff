import { SavingsSection } from "../../features/savings/savings-section.tsx";
import { useWholeList } from "../whole-list.ts";

export function SavingsPart() {
  return <SavingsSection evs={useWholeList()} />;
}
