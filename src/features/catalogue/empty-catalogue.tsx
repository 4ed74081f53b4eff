import { Car } from "lucide-react";
import type { ReactNode } from "react";

import { EmptyState } from "../../ui/notice.tsx";

interface EmptyCatalogueProps {
  icon?: ReactNode;
  text?: string;
}

export function EmptyCatalogue({
  icon = <Car />,
  text = "They’ll appear here once an administrator adds them.",
}: EmptyCatalogueProps) {
  return <EmptyState icon={icon} title="No vehicles in the catalogue yet" text={text} />;
}
