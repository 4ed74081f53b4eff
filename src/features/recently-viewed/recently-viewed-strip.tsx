import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";

import { comparePath, evPath } from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import { evsQuery } from "../catalogue/catalogue.queries.ts";
import { CarStrip } from "./car-strip.tsx";
import { clearViewed, useRecentlyViewed, type ViewedModel } from "./recently-viewed.ts";
import { MAX_COMPARED } from "../compare/compare.ts";

export function RecentlyViewed(props: {
  /** the model shown on the page itself */
  except?: number;
  className?: string | undefined;
}) {
  const { except, className } = props;
  const viewed = useRecentlyViewed().filter(({ id }) => id !== except);
  const [, navigate] = useLocation();
  // The strip does not request the list, but knows what is gone once a page has read it.
  const { data: evs } = useQuery({ ...evsQuery, enabled: false });
  if (viewed.length === 0) return null;
  const isGone = (model: ViewedModel) => evs?.every(({ id }) => id !== model.id) ?? false;
  const listed = viewed.filter((model) => !isGone(model));
  // The id of a model stands for its first trim.
  const compared = listed.slice(0, MAX_COMPARED).map(({ id, trim }) => trim.rowId ?? id);
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
      cars={viewed.map((model) => {
        const { id, make, trim } = model;
        const gone = isGone(model);
        return {
          key: id,
          make,
          model: model.model,
          href: gone ? undefined : evPath(id, trim, "top"),
          pictured: gone ? undefined : { ev: model, trim: { trim: trim.trim, image: null } },
          trim: gone ? null : [trim.year || null, trim.trim].filter(Boolean).join(" "),
        };
      })}
    />
  );
}
