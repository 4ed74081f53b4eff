import { SavingsSection } from "../../features/savings/savings-section.tsx";
import { useWholeCatalogue } from "../../features/catalogue/use-whole-catalogue.ts";

export function SavingsPart() {
  return <SavingsSection evs={useWholeCatalogue()} />;
}
