import { expect, test } from "vitest";
import { createHosts } from "./postgres-client.server.ts";
import { addressWithoutSecrets, readHosts } from "./postgres-hosts.server.ts";

test.each([
  ["postgres://u:p@db:5433/evs", ["postgres://u:p@db:5433/evs"]],
  ["postgres://u:p@a:1,b:2/evs", ["postgres://u:p@a:1/evs", "postgres://u:p@b:2/evs"]],
  ["postgresql://a,[::1]:2/evs?x=1", ["postgresql://a/evs?x=1", "postgresql://[::1]:2/evs?x=1"]],
  ["postgres://a,b/evs?port=1,2", ["postgres://a/evs?port=1", "postgres://b/evs?port=2"]],
  [
    "postgres:///evs?host=a,b&port=1",
    ["postgres:///evs?host=a&port=1", "postgres:///evs?host=b&port=1"],
  ],
])("%s names these hosts", (address, urls) => {
  expect(readHosts(address).map(({ url }) => url)).toEqual(urls);
});

test.each([
  "postgres://a,b,c/evs?port=1,2",
  "postgres://a,b/evs?host=a,b,c",
  "postgres://a/evs?target_session_attrs=standby",
  "mysql://a/evs",
])("%s is no address to write to", (address) => {
  expect(() => readHosts(address)).toThrow(TypeError);
});

test("an address is shown without its password", () => {
  expect(addressWithoutSecrets("postgres://u:hunter2@a:1,b:2/evs?password=hunter2")).toBe(
    "a:1,b:2/evs",
  );
});

test("a host that fails is left for the next one, and not by those who had left it before", () => {
  const hosts = createHosts("postgres://a,b/evs?target_session_attrs=read-write");
  const first = hosts.current();
  hosts.failed(first, new Error("refused"));
  hosts.failed(first, new Error("refused"));
  expect([first.name, hosts.current().name]).toEqual(["a", "b"]);
  hosts.failed(hosts.current(), new Error("it is a standby"));
  expect(hosts.current().name).toBe("a");
  expect(hosts.failure(new Error())).toMatchObject({ message: "a: refused; b: it is a standby" });
});
