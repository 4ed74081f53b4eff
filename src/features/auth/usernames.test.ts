import { expect, test } from "vitest";
import { findLookAlikes, isOneScript } from "./usernames.ts";
import { eachFirst } from "../../../test/each-first.ts";

test.each(
  eachFirst([
    [["Grace", "grace.hopper_2-a", "Zoë Müller", "Грейс", "グレース・ホッパー"], true],
    [["格蕾丝 3", "गीता", "🚗"], true],
    [["аdmin", "admιn", "Grace格", "カтя"], false],
  ]),
)("%s is written in one script: %s", (name, isOne) => {
  expect(isOneScript(name)).toBe(isOne);
});

test.each([
  ["admin", "аdmin"],
  ["admin", "ɑdmin"],
  ["admin", "adrnin"],
  ["Alan", "AIan"],
  ["scope", "ѕсоре"],
  ["ADMIN", "admın"],
])("%s and %s look alike", async (one, other) => {
  expect(await findLookAlikes(one, ["Grace", other])).toEqual([other]);
  expect(await findLookAlikes(other, ["Grace", one])).toEqual([one]);
});

test("usual names do not look alike", async () => {
  const names = ["Grace", "Ada", "Alan", "Anna", "Hanna", "Иван", "Ivan", "user 2", "user 3"];
  for (const name of names) expect(await findLookAlikes(name, names)).toEqual([name]);
});
