import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { joinedCrc } from "./joined-crc.server.ts";

const bytes = fc.uint8Array({ maxLength: 5000 });

it("is the checksum of both parts together", () => {
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      const both = crc32(Buffer.concat([first, second]));
      expect(joinedCrc(crc32(first), crc32(second), second.length)).toBe(both);
    }),
  );
});

it("is that of long parts, too", () => {
  const parts = [1, 70_000, 0, 3_000_001].map((length, at) => Buffer.alloc(length, at + 65));
  const joined = parts.reduce((crc, part) => joinedCrc(crc, crc32(part), part.length), 0);
  expect(joined).toBe(crc32(Buffer.concat(parts)));
});
