import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";

import { comparePath, evPath } from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import { evsQuery } from "../catalogue/catalogue.queries.ts";
import { VehiclePicture } from "../pictures/vehicle-picture.tsx";
import { CarStrip } from "./car-strip.tsx";
import { clearViewed, forgetViewed, type ViewedModel } from "./recently-viewed.ts";
import { MAX_COMPARED } from "../compare/compare.ts";

/** Runs once a page has the list; the strip does not request it. */
function useForgetGone(): void {
  const { data: evs } = useQuery({ ...evsQuery, enabled: false });
  useEffect(() => {
    if (!evs) return;
    const ids = new Set(evs.map(({ id }) => id));
    forgetViewed((id) => !ids.has(id));
  }, [evs]);
}

export interface RecentlyViewedStripProps {
  viewed: readonly ViewedModel[];
  className?: string | undefined;
}

export function RecentlyViewedStrip({ viewed, className }: RecentlyViewedStripProps) {
  useForgetGone();
  const [, navigate] = useLocation();
  // The id of a model stands for its first trim.
  const compared = viewed.slice(0, MAX_COMPARED).map(({ id, trim }) => trim.rowId ?? id);
  return (
    <CarStrip
      title="Recently viewed"
      className={className}
      action={
        <>
          {compared.length > 1 && (
            <Button
              variant="quiet"
              size="s"
              onClick={() => navigate(comparePath(compared))}
              aria-label={`Compare the ${compared.length} viewed last`}
            >
              Compare
            </Button>
          )}
          <Button
            variant="quiet"
            size="s"
            aria-label="Clear recently viewed"
            onClick={() => {
              clearViewed();
              // The button disappears with the strip, so move the focus to the page.
              document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
            }}
          >
            Clear
          </Button>
        </>
      }
      cars={viewed.map((model) => ({
        key: model.id,
        href: evPath(model.id, model.trim, "top"),
        picture: (
          <VehiclePicture
            ev={model}
            trim={{ trim: model.trim.trim, image: null }}
            width={240}
            alt=""
          />
        ),
        name: `${model.make} ${model.model}`,
        line: (
          <span translate="no">
            {[model.trim.year || null, model.trim.trim].filter(Boolean).join(" ")}
          </span>
        ),
      }))}
    />
  );
}
