import { withBase } from "../../domain/base-path.ts";
import { evPath } from "../../domain/routes.ts";
import { formatAcceleration, formatPrice, formatRange } from "../../domain/format.ts";
import { present, trimName, zeroToSixtyOf } from "../../domain/trims.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import type { DriveType } from "../../domain/field-options.ts";

const DRIVES: Record<DriveType, string> = {
  AWD: "https://schema.org/AllWheelDriveConfiguration",
  FWD: "https://schema.org/FrontWheelDriveConfiguration",
  RWD: "https://schema.org/RearWheelDriveConfiguration",
};

type Json = string | number | null | undefined | Json[] | { [key: string]: Json };

function offers(ev: Ev, trim: Trim): Json {
  const prices = ev.trims.flatMap(({ price }) => present(price) ?? []);
  if (prices.length === 0) return undefined;
  if (prices.length === 1 && present(trim.price) !== null) {
    return { "@type": "Offer", price: prices[0], priceCurrency: "USD" };
  }
  return {
    "@type": "AggregateOffer",
    lowPrice: Math.min(...prices),
    highPrice: Math.max(...prices),
    offerCount: prices.length,
    priceCurrency: "USD",
  };
}

/** Returns schema.org data. @param publicUrl null leaves addresses as paths (everywhere.md#search-engines) */
export function structuredData(ev: Ev, trim: Trim, image: string, publicUrl: string | null): Json {
  return {
    "@context": "https://schema.org",
    "@type": ["Car", "Product"],
    name: `${ev.make} ${ev.model}`,
    url: `${publicUrl ?? ""}${withBase(evPath(ev.id))}`,
    image: image.startsWith("/") ? `${publicUrl ?? ""}${image}` : image,
    brand: { "@type": "Brand", name: ev.make },
    model: ev.model,
    vehicleConfiguration: trim.trim || undefined,
    vehicleModelDate: trim.year ? String(trim.year) : undefined,
    bodyType: ev.bodyType,
    vehicleEngine: { "@type": "EngineSpecification", fuelType: "Electricity" },
    driveWheelConfiguration: trim.driveType ? DRIVES[trim.driveType] : undefined,
    vehicleSeatingCapacity: present(trim.seating) ?? undefined,
    offers: offers(ev, trim),
    aggregateRating:
      ev.averageRating === null || ev.reviewCount === 0
        ? undefined
        : {
            "@type": "AggregateRating",
            ratingValue: Number(ev.averageRating.toFixed(1)),
            reviewCount: ev.reviewCount,
          },
  };
}

export function vehicleDescription(ev: Ev, trim: Trim): string {
  const figures = [
    present(trim.range) && `${formatRange(trim.range)} of range`,
    present(trim.price) && `a price of ${formatPrice(trim.price)}`,
    zeroToSixtyOf(trim) && `0-60 mph in ${formatAcceleration(zeroToSixtyOf(trim))}`,
  ].filter(Boolean);
  const [last, ...rest] = figures.toReversed();
  const list = rest.length > 0 ? `${rest.toReversed().join(", ")} and ${last}` : last;
  const name = `${ev.make} ${ev.model} ${trimName(ev, trim)}`.trim();
  const count = ev.trims.length;
  const offer = `Specifications, prices and reviews${count > 1 ? ` of all ${count} trims` : ""}.`;
  return list ? `${name}: ${list}. ${offer}` : `${name}. ${offer}`;
}
