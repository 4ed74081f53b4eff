import { Link, useLocation } from "wouter";

import { evPath } from "../../routes.ts";
import type { Chosen } from "../compare/compare.ts";
import { useBeside } from "./beside.ts";
import { SizePanel } from "./size-panel.tsx";

/** A car of a page of its own, over the one viewed before or the usual one (beyond 4). */
export function SizeBeside({ ev, trim }: Chosen) {
  const [path] = useLocation();
  const beside = useBeside(ev.id);
  return (
    <SizePanel chosen={beside ? [{ ev, trim }, beside] : [{ ev, trim }]} path={path} isFirstInFront>
      {beside && (
        <>
          Beside{" "}
          <Link href={evPath(beside.ev.id, beside.trim, "top")}>
            {beside.ev.make} {beside.ev.model}
          </Link>
          {beside.wasViewed && ", which you looked at before"}.{" "}
        </>
      )}
    </SizePanel>
  );
}
