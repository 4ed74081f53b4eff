import { describe, expect, test } from "vitest";
import { createAddressWriter } from "./address-writer.ts";
import { sampleHistory } from "../../../test/sample-browser.ts";

function begin() {
  const history = sampleHistory("");
  return { history, writer: createAddressWriter(history, "") };
}

describe("writing the address", () => {
  test("each choice is a step, so that Back undoes it", () => {
    const { history, writer } = begin();
    writer.write("a", null);
    writer.write("b", null);
    expect(history.steps).toEqual(["", "a", "b"]);
  });

  test("the same address is not written twice", () => {
    const { history, writer } = begin();
    writer.write("a", null);
    writer.write("a", null);
    expect(history.calls).toBe(1);
  });

  test("a drag is one step, written at its start and after its end", () => {
    const { history, writer } = begin();
    for (let at = 0; at < 200; at += 1) {
      writer.write(`range=${at}`, "range");
      history.pass(16);
    }
    expect(history.steps).toEqual(["", "range=0"]);
    history.pass(300);
    expect(history.steps).toEqual(["", "range=199"]);
    expect(history.calls).toBe(2);
  });

  test("a rest, another burst or a choice begins a new step", () => {
    const { history, writer } = begin();
    writer.write("r1", "range");
    history.pass(1500);
    writer.write("r2", "range");
    writer.write("r2&p1", "price");
    writer.write("r2&p2", "price");
    writer.write("r2&p2&m", null);
    expect(history.steps).toEqual(["", "r1", "r2", "r2&p2", "r2&p2&m"]);
  });

  test("what waits is written before the visitor leaves", () => {
    const { history, writer } = begin();
    writer.write("r1", "range");
    writer.write("r2", "range");
    writer.flush();
    expect(history.steps).toEqual(["", "r2"]);
    history.pass(1000);
    expect(history.calls).toBe(2);
  });

  test("after Back nothing waits any more", () => {
    const { history, writer } = begin();
    writer.write("r1", "range");
    writer.write("r2", "range");
    writer.moved("");
    history.pass(1000);
    expect(history.calls).toBe(1);
    writer.write("r3", "range");
    expect(history.calls).toBe(2);
  });

  test("restored filters change the present step", () => {
    const { history, writer } = begin();
    writer.amend("a");
    expect(history.steps).toEqual(["a"]);
  });

  test("never more than 60 calls in 30 s; the latest value waits its turn", () => {
    const { history, writer } = begin();
    for (let at = 1; at <= 500; at += 1) {
      writer.write(`m${at}`, null);
      history.pass(10);
    }
    expect(history.calls).toBe(60);
    expect(writer.written()).toBe("m60");
    history.pass(30_000);
    expect(history.calls).toBe(61);
    expect(history.steps.at(-1)).toBe("m500");
  });
});
