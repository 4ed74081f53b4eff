import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { Unbroken } from "./unbroken.tsx";

const markupOf = (name: string) =>
  [
    ...renderToStaticMarkup(<Unbroken>{name}</Unbroken>).matchAll(/<span[^>]*>([^<]+)<\/span>/g),
  ].map(([, word]) => word);

test.for([
  ["Ford F-150 Lightning", ["F-150"]],
  ["Audi A6 Sportback e-tron", ["e-tron"]],
  ["Ford Mustang Mach-E", ["Mach-E"]],
  ["Mercedes-Benz EQS", []],
  ["Kia EV9", []],
] as const)("%s keeps its short words with a hyphen in one line", ([name, words]) => {
  expect(markupOf(name)).toEqual(words);
});
