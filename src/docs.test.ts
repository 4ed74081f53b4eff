import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

/** What documents say of the code: files, tests, functions and headings that they name exist. */

interface TextFile {
  path: string;
  text: string;
}

const readAll = (pattern: string | string[]): TextFile[] =>
  globSync(pattern).map((path) => ({ path, text: readFileSync(path, "utf8") }));

const files = readAll("{src,test,e2e,browsers,scripts,bench,chaos}/**/*.{ts,tsx,mjs,css}");
const sources = files.filter(({ path }) => path.startsWith("src/") && !path.endsWith(".css"));
const documents = readAll(["*.md", "docs/**/*.md"]);
const pages = readAll("docs/specification/*.md");
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);

const titlesOf = (text: string) =>
  Array.from(text.matchAll(/^#+ (.+)$/gm), ([, title = ""]) => title);

/** The anchor that Markdown gives a heading. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");

describe("docs", () => {
  test("name files that exist", () => {
    const present = globSync("**/*.*", { exclude: ["node_modules/**", "dist/**"] });
    const missing = documents.flatMap(({ path, text }) =>
      Array.from(text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|css|lua))`/g), ([, name = ""]) => name)
        .filter((name) => !present.some((file) => file === name || file.endsWith(`/${name}`)))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test("name tests that exist", () => {
    const one = (text: string) => text.replaceAll('\\"', '"').replaceAll(/\s+/g, " ");
    const tests = files
      .filter(({ path }) => isTest(path))
      .map(({ path, text }) => ({ path, text: one(text) }));
    const missing = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`((?:,? "[^"\n]+")+)/g)].flatMap(
        ([, name = "", titles = ""]) => {
          const named = tests.filter((file) => `/${file.path}`.endsWith(`/${name}`));
          return Array.from(titles.matchAll(/"([^"]+)"/g), ([, title = ""]) => title)
            .filter((title) => !named.some((file) => file.text.includes(title)))
            .map((title) => `${path}: ${name} "${title}"`);
        },
      ),
    );
    expect(missing).toEqual([]);
  });

  const howItWorks = readFileSync("docs/how-it-works.md", "utf8").replaceAll(/\s+/g, " ");

  function isDefined(name: string, path: string): boolean {
    const definition = new RegExp(
      String.raw`(?:function\*?|const) ${name}\b|^ +(?:async )?${name}(?:[(<]|: )`,
      "m",
    );
    const named = sources.filter((file) => `/${file.path}`.endsWith(`/${path}`));
    return named.some((file) => definition.test(file.text));
  }

  test("tell in which file a function is", () => {
    const pairs = howItWorks.matchAll(
      /`(\w+)\(\)`(?: of `\w+\(\)`| of the \w+)? (?:in |\()`([\w./-]+)`/g,
    );
    const wrong = Array.from(pairs, ([, name = "", path = ""]) => ({ name, path })).filter(
      ({ name, path }) => !isDefined(name, path),
    );
    expect(wrong).toEqual([]);
  });

  test.each([
    ["A page", 20],
    ["Moving a slider", 40],
    ["Comparing cars", 12],
    ["A vote", 16],
    ["Editing a cell", 80],
    ["Importing a CSV row", 60],
    ["A correction", 22],
  ])("name every function of a story before its file: %s", (title, most) => {
    const [, story = ""] = new RegExp(`## ${title} (.*?)(?: ## |$)`).exec(howItWorks) ?? [];
    const wrong: string[] = [];
    let names: string[] = [];
    for (const [, name, path] of story.matchAll(/`(?:(\w+)\(\)|([\w./-]+\.tsx?))`/g)) {
      if (name !== undefined) names.push(name);
      if (path === undefined) continue;
      wrong.push(
        ...names.filter((each) => !isDefined(each, path)).map((each) => `${each} ${path}`),
      );
      names = [];
    }
    expect([...wrong, ...names]).toEqual([]);
    const functions = new Set(story.match(/`\w+\(\)`/g));
    expect(functions.size).toBeGreaterThan(most / 2);
    expect(functions.size).toBeLessThanOrEqual(most);
  });

  test("lead to places that exist", () => {
    const missing = documents.flatMap(({ path, text }) => [
      ...Array.from(text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g), ([, link = ""]) => link)
        .filter((link) => !existsSync(join(dirname(path), link)))
        .map((link) => `${path}: ${link}`),
      ...Array.from(
        text.matchAll(/`((?:src|db|docs|test|e2e|bench|assets)\/[\w/-]*)`/g),
        ([, folder = ""]) => folder,
      )
        .filter((folder) => !existsSync(folder))
        .map((folder) => `${path}: ${folder}`),
    ]);
    expect(missing).toEqual([]);
  });

  test("name functions that exist", () => {
    const code = sources.map(({ text }) => text).join("\n");
    const missing = documents.flatMap(({ path, text }) =>
      Array.from(text.matchAll(/`(\w+)\(\)`/g), ([, name = ""]) => name)
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(code))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test("have every heading of the specification that code, tests and documents name", () => {
    const headings = new Set(
      pages.flatMap(({ path, text }) =>
        titlesOf(text).map((title) => `${basename(path)}#${anchorOf(title)}`),
      ),
    );
    const names = pages.map(({ path }) => basename(path, ".md")).join("|");
    const reference = new RegExp(String.raw`\b(?:${names})\.md#[\w-]+`, "g");
    const missing = [...files, ...documents].flatMap(({ path, text }) =>
      Array.from(text.matchAll(reference), ([name]) => name)
        .filter((name) => !headings.has(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test("name a heading of the page in each line of its tests", () => {
    const wrong = pages.flatMap(({ path, text }) => {
      const [, tests = ""] = /\n## Tests\n([^]*?)(?:\n## |$)/.exec(text) ?? [];
      const headings = new Set(titlesOf(text));
      return Array.from(tests.matchAll(/^- (.+?):|^\| .+$/gm), ([line, heading = line]) => heading)
        .filter((heading) => !headings.has(heading))
        .map((heading) => `${path}: ${heading}`);
    });
    expect(wrong).toEqual([]);
  });
});
