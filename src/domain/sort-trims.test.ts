import { expect, it } from "vitest";

import type { Trim } from "./vehicle.ts";
import { model } from "../../test/chosen.ts";
import { sortTrims } from "./trims.ts";

it.each<[string, Partial<Trim>[], number[]]>([
  ["an unknown price is never the cheapest", [{ price: 0 }, {}, { price: 60_000 }], [3, 1, 2]],
  ["with no price at all the first stays", [{}, { price: 0 }], [1, 2]],
  [
    "a third year comes last, however cheap",
    [{ price: 9, year: 2023 }, { price: 99, year: 2024 }, { price: 100 }],
    [2, 3, 1],
  ],
  [
    "the two newest years need not follow each other",
    [{ price: 9, year: 2020 }, { price: 99 }, { price: 8, year: 2019 }],
    [1, 2, 3],
  ],
  [
    "priceless years do not pass the choice on to an older one",
    [{ price: 9, year: 2023 }, { year: 2024 }, { trim: "First" }, { trim: "Second" }],
    [3, 4, 2, 1],
  ],
  ["of equal prices the newer", [{ price: 9, year: 2024 }, { price: 9 }], [2, 1]],
  ["of equal prices and years the first stays", [{ price: 9 }, { price: 9 }], [1, 2]],
  ["one trim", [{}], [1]],
  ["none", [], []],
])("alike trims of several models (comparing.md#like-for-like): %s", (_, trims, order) => {
  const ev = model(
    1,
    "Kia EV6",
    trims.map((trim, at) => ({ rowId: at + 1, ...trim })),
  );
  expect(sortTrims(ev).map(({ rowId }) => rowId)).toEqual(order);
});
