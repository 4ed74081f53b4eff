import { Car } from "lucide-react";
import type { ReactNode } from "react";

import { EmptyState } from "../../ui/notice.tsx";

export function EmptyCatalogue({
  icon = <Car />,
  text = "They’ll appear here once an administrator adds them.",
}: {
  icon?: ReactNode;
  text?: string;
}) {
  return <EmptyState icon={icon} title="No vehicles in the catalogue yet" text={text} />;
}
