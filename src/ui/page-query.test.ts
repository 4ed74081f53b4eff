import { describe, expect, test } from "vitest";
import { type Codec, createPageQuery, replacePart, type WriteOptions } from "./page-query.ts";
import { sampleHistory } from "../../test/sample-browser.ts";

const WHOLE: Codec<string> = {
  owns: () => true,
  parse: (search) => search,
  serialize: (text) => text,
};

const partAt = (name: string): Codec<string> => ({
  owns: (parameter) => parameter === name,
  parse: (search) => new URLSearchParams(search).get(name) ?? "",
  serialize: (text) => (text === "" ? "" : `${name}=${text}`),
});

/** Creates a page whose query is one text. */
function begin() {
  const history = sampleHistory("");
  const page = createPageQuery("", history);
  page.connect();
  const moves: string[] = [];
  const read = () => page.get(WHOLE).value;
  let before = read();
  page.subscribe(() => {
    if (read() !== before) moves.push(read());
    before = read();
  });
  const write = (text: string, options?: WriteOptions) => {
    before = text;
    page.set(WHOLE, () => text, options);
  };
  return { history, address: { write, read }, moves };
}

describe("writing the address", () => {
  test("each choice is a step, so that Back undoes it", () => {
    const { history, address } = begin();
    address.write("a");
    address.write("b");
    expect(history.steps).toEqual(["", "a", "b"]);
  });

  test("the same address is not written twice", () => {
    const { history, address } = begin();
    address.write("a");
    address.write("a");
    expect(history.calls).toBe(1);
  });

  test("a drag is one step, written at its start and after its end", () => {
    const { history, address } = begin();
    for (let at = 0; at < 200; at += 1) {
      address.write(`range=${at}`, { gesture: "range" });
      history.pass(16);
    }
    expect(history.steps).toEqual(["", "range=0"]);
    history.pass(300);
    expect(history.steps).toEqual(["", "range=199"]);
    expect(history.calls).toBe(2);
  });

  test("a rest, another gesture or a choice begins a new step", () => {
    const { history, address } = begin();
    address.write("r1", { gesture: "range" });
    history.pass(1500);
    address.write("r2", { gesture: "range" });
    address.write("r2&p1", { gesture: "price" });
    address.write("r2&p2", { gesture: "price" });
    address.write("r2&p2&m");
    expect(history.steps).toEqual(["", "r1", "r2", "r2&p2", "r2&p2&m"]);
  });

  test("equal gestures of two parts are two steps", () => {
    const history = sampleHistory("");
    const page = createPageQuery("", history);
    page.set(partAt("weight"), () => "5", { gesture: "price" });
    page.set(partAt("maxPrice"), () => "9", { gesture: "price" });
    expect(history.steps).toEqual(["", "weight=5", "weight=5&maxPrice=9"]);
  });

  test("what was typed and taken back before it was written is no step", () => {
    const { history, address } = begin();
    address.write("s", { afterMs: 300 });
    address.write("", { afterMs: 300 });
    history.pass(1000);
    expect(history.steps).toEqual([""]);
  });

  test("a setting replaces the step after a rest, and a link without it keeps it", () => {
    const history = sampleHistory("");
    const page = createPageQuery("", history);
    page.connect();
    const setting = { ...partAt("miles"), isSetting: true };
    expect(page.served(setting)).toBe(page.get(setting));
    page.set(setting, () => "12000");
    expect(history.steps).toEqual([""]);
    history.pass(400);
    expect(history.steps).toEqual(["miles=12000"]);
    history.move("make=Kia");
    expect(history.steps.at(-1)).toBe("make=Kia&miles=12000");
    expect(page.get(setting).value).toBe("12000");
    expect(createPageQuery("miles=9", sampleHistory("miles=9")).served(setting).value).toBe("");
  });

  test("what waits is written before the visitor leaves", () => {
    const { history, address } = begin();
    address.write("r1", { gesture: "range" });
    address.write("r2", { gesture: "range" });
    history.leave();
    expect(history.steps).toEqual(["", "r2"]);
    history.pass(1000);
    expect(history.calls).toBe(2);
  });

  test("after Back nothing waits any more", () => {
    const { history, address } = begin();
    address.write("r1", { gesture: "range" });
    address.write("r2", { gesture: "range" });
    history.move("");
    history.pass(1000);
    expect(history.calls).toBe(1);
    address.write("r3", { gesture: "range" });
    expect(history.calls).toBe(2);
  });

  test("never more than 60 calls in 30 s; the latest value waits its turn", () => {
    const { history, address } = begin();
    for (let at = 1; at <= 500; at += 1) {
      address.write(`m${at}`);
      history.pass(10);
    }
    expect(history.calls).toBe(60);
    expect(history.steps.at(-1)).toBe("m60");
    history.pass(30_000);
    expect(history.calls).toBe(61);
    expect(history.steps.at(-1)).toBe("m500");
  });

  test("a write after a rest takes the place of one that waits", () => {
    const { history, address } = begin();
    address.write("p1", { replaces: true, afterMs: 400 });
    history.pass(300);
    address.write("p2", { replaces: true, afterMs: 400 });
    history.pass(399);
    expect(history.calls).toBe(0);
    history.pass(1);
    expect(history.steps).toEqual(["p2"]);
    address.write("s", { afterMs: 300 });
    history.pass(300);
    expect(history.steps).toEqual(["p2", "s"]);
  });

  test("Back and links are told, own writes are not", () => {
    const { history, address, moves } = begin();
    address.write("a");
    address.write("b", { replaces: true });
    expect(moves).toEqual([]);
    history.move("c");
    history.move("c");
    expect(moves).toEqual(["c"]);
    expect(address.read()).toBe("c");
  });
});

describe("a part of a query", () => {
  const owns = (name: string) => name === "a" || name === "b";
  test.each([
    ["", "a=1", true, "a=1"],
    ["?x=1&a=2&b=3&y", "a=1", true, "a=1&x=1&y"],
    ["x=1&a=2&&y=%2C", "b=1", false, "x=1&y=%2C&b=1"],
    ["?a=2&x", "", false, "x"],
    ["?%61=2", "", false, ""],
  ])("in %j becomes %j", (search, text, isFirst, replaced) => {
    expect(replacePart(search, owns, text, isFirst)).toBe(replaced);
  });
});
