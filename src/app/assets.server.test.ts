import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { createHttp } from "../server/http.server.ts";
import { fileRoutes, readBuiltAssets } from "./assets.server.ts";

/** Long enough to be worth compressing. */
const SCRIPT = `/* ${"a script ".repeat(200)} */`;

/** Serves built files from a listening server. */
async function startFiles() {
  const folder = await temporaryFolder();
  for (const name of ["assets", "images/logos"])
    await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, "favicon.svg"), "<svg/>");
  const inAssets = (name: string, content: string | Buffer) =>
    writeFile(join(folder, "assets", name), content);
  await inAssets("entry-1a2b.js", SCRIPT);
  await inAssets("entry-1a2b.js.br", brotliCompressSync(SCRIPT));
  await inAssets("entry-1a2b.js.gz", gzipSync(SCRIPT));
  const app = await createHttp({ logLevel: "silent", trustProxy: 0 }, { variantOf: () => "" });
  onTestFinished(() => app.close());
  await fileRoutes(app, folder);
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    async ask(path: string, headers: Record<string, string> = {}) {
      const answer = await fetch(origin + path, {
        // Without this header, `fetch` sends `no-cache` with an ETag, and the server could not answer 304.
        headers: { "accept-encoding": "identity", "cache-control": "max-age=0", ...headers },
      });
      const { date: _, ...rest } = Object.fromEntries(answer.headers);
      return { status: answer.status, headers: rest, body: await answer.text() };
    },
  };
}

it("of the public folder are kept for an hour", async () => {
  const files = await startFiles();
  expect(await files.ask("/favicon.svg")).toMatchObject({
    status: 200,
    body: "<svg/>",
    headers: { "cache-control": "public, max-age=3600", "content-length": "6" },
  });
});

it("of the build never change, so they are kept for a year", async () => {
  const files = await startFiles();
  const { status, headers, body } = await files.ask("/assets/entry-1a2b.js");
  expect([status, body]).toEqual([200, SCRIPT]);
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(headers["content-security-policy"]).toContain("default-src 'none';");
});

it("of the build travel as compressed as the build made them", async () => {
  const files = await startFiles();
  for (const [asked, encoding, length] of [
    ["gzip, br", "br", brotliCompressSync(SCRIPT).length],
    ["gzip", "gzip", gzipSync(SCRIPT).length],
  ] as const) {
    const answer = await files.ask("/assets/entry-1a2b.js", { "accept-encoding": asked });
    expect(answer.headers).toMatchObject({
      "content-encoding": encoding,
      "content-length": String(length),
      "content-type": expect.stringMatching(/javascript/),
      vary: "accept-encoding",
    });
    expect(answer.body).toBe(SCRIPT);
  }
});

it("answer what a client already has, and parts", async () => {
  const files = await startFiles();
  const { etag } = (await files.ask("/favicon.svg")).headers;
  const known = await files.ask("/favicon.svg", { "if-none-match": String(etag) });
  expect(known.status).toBe(304);
  const part = await files.ask("/favicon.svg", { range: "bytes=1-3" });
  expect(part).toMatchObject({ status: 206, body: "svg" });
});

it("of a page begin with the entry, and the styles of its parts are with them", async () => {
  const dist = await temporaryFolder();
  const folder = join(dist, "client");
  const page = "src/pages/home/page.tsx";
  const manifest = {
    "src/app/entry.client.tsx": {
      file: "entry.js",
      imports: ["_react.js"],
      dynamicImports: [page, "src/pages/admin/page.tsx"],
    },
    [page]: {
      file: "home.js",
      css: ["home.css"],
      imports: ["_button.js", "_react.js"],
      dynamicImports: ["src/a-section.tsx", "src/a-dialog.tsx"],
    },
    "src/pages/admin/page.tsx": { file: "admin.js", css: ["admin.css"] },
    "src/a-section.tsx": { file: "section.js", css: ["section.css"], imports: ["_field.js", page] },
    "src/a-dialog.tsx": { file: "dialog.js", css: ["dialog.css"] },
    "_react.js": { file: "react.js" },
    "_button.js": { file: "button.js", css: ["button.css"] },
    "_field.js": { file: "field.js", css: ["field.css"], imports: ["_button.js"] },
  };
  await mkdir(join(folder, ".vite"), { recursive: true });
  await writeFile(join(folder, ".vite", "manifest.json"), JSON.stringify(manifest));
  await mkdir(join(dist, "first"));
  await writeFile(join(dist, "first", "first-script.js"), "document.title");
  expect(readBuiltAssets(folder).forPage(page)).toEqual({
    scripts: ["/entry.js", "/react.js", "/button.js", "/home.js"],
    styles: ["/button.css", "/home.css", "/field.css", "/section.css"],
  });
});
