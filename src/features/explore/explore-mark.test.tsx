import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { sampleEv } from "../../../test/sample-cars.ts";
import { DocumentDataProvider } from "../../ui/document-data.ts";
import { ExploreLabel, ExploreMark } from "./explore-plot.tsx";
import { marketOf, toPoints } from "./explore-points.ts";

const { trims } = marketOf([
  sampleEv({ id: 1 }, { trim: "Last", year: 2025 }),
  sampleEv({ id: 2 }, { trim: "New", year: 2026 }),
  sampleEv({ id: 3 }, { trim: "Both", year: 2026 }, { trim: "Both", year: 2025 }),
]);

const SERVED = {
  device: "other",
  presentYear: 2026,
  chargingRates: null,
  publicUrl: null,
  imageHost: null,
} as const;

test("mark and label name the year where cards do (finding.md#cards)", () => {
  const html = renderToStaticMarkup(
    <DocumentDataProvider value={SERVED}>
      {toPoints(trims).points.map((point) => {
        const [shown] = point.trims;
        return (
          <div key={shown.trim.rowId}>
            <ExploreMark
              point={point}
              trim={shown}
              formatRange={String}
              isActive={false}
              tabIndex={-1}
            />
            <ExploreLabel point={point} shown={shown} isHeld={false} />
          </div>
        );
      })}
    </DocumentDataProvider>,
  );
  const times = (name: string) => html.match(new RegExp(`${name}(?=[<,])`, "g"))?.length;
  expect(times(String.raw`Last \(2025\)`)).toBe(2);
  expect(times("New")).toBe(2);
  expect(times(String.raw`Both \(2026\)`)).toBe(2);
  expect(times(String.raw`Both \(2025\)`)).toBe(2);
});
