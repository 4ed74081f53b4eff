import { expect, test } from "vitest";

import { formatComparedWith } from "./lead-figures.tsx";

test.each([
  [
    ["Longer range than 72% of SUVs", "Same as most SUVs"],
    "Compared with every SUV trim listed here.",
  ],
  [["Cheaper than 72% of EVs"], "Compared with every trim listed here."],
  [
    ["Longer range than 72% of SUVs", "Cheaper than 72% of EVs"],
    "Compared with every SUV trim listed here, or with every trim if few SUVs have the figure.",
  ],
])("%j: says with which trims they are compared (one-car.md#lead-figures)", (places, words) => {
  expect(formatComparedWith(places, "SUVs", "SUV")).toBe(words);
});
