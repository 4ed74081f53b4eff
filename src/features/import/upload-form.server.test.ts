import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { readUpload } from "./upload-form.server.ts";

test("a file that ends because its sender is gone is refused, and no failure of ours", async () => {
  const file = new Readable({ read: () => undefined });
  file.push("make,model\n");
  async function* parts() {
    yield { type: "file", fieldname: "file", filename: "a.csv", file };
  }
  // As much of a request as is read; that the reader of forms just ends its stream takes a reset
  // connection at the right moment.
  const request = { headers: {}, isMultipart: () => true, parts } as unknown as FastifyRequest;
  const reading = readUpload(request, async (bytes) => {
    for await (const _ of bytes) file.destroy();
  });
  await expect(reading).rejects.toMatchObject({ status: 400 });
});
