import { SavingsSection } from "../../features/savings/savings-section.tsx";
import { useWholeCatalogue } from "../whole-catalogue.ts";

/** Savings on the home page. */
export function SavingsPart() {
  const evs = useWholeCatalogue();
  return evs && <SavingsSection evs={evs} />;
}
