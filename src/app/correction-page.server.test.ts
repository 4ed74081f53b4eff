import { expect, test } from "vitest";

import { describeOnEachEngine } from "../../test/databases.ts";
import { openWholeApp } from "../../test/whole-app.ts";
import { callApp } from "../../test/call-app.ts";

describeOnEachEngine("a correction's page", ({ freshEnv }) => {
  const note = "My neighbour <b>told</b> me";
  const missing = { make: "Kia", model: "<script>EV3", trim: "GT-Line" };

  test("is for whoever has its address alone, and complete without scripts", async () => {
    const app = await openWholeApp(await freshEnv());
    const sent = await callApp(app, "POST", "/api/corrections", {}, { missing, note, name: "Ada" });
    const { token } = sent.json<{ token: string }>();
    const answer = await app.inject(`/corrections/${token}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    });
    const [, body = ""] = answer.body.split("<body");
    expect(body).toContain("Received");
    expect(body).toContain("Kia &lt;script&gt;EV3 GT-Line");
    expect(answer.body).toContain('<meta name="robots" content="noindex"/>');
    for (const secret of ["neighbour", "Ada", "<script>EV3"]) {
      expect(answer.body).not.toContain(secret);
    }
  });

  test("is not found for any other token", async () => {
    const app = await openWholeApp(await freshEnv());
    for (const path of ["/corrections/none", `/corrections/${"x".repeat(22)}`]) {
      const { statusCode, headers, body } = await app.inject(path);
      expect(statusCode, path).toBe(404);
      expect(headers["cache-control"]).toBe("private, no-store");
      expect(body).toContain("Correction not found");
    }
    for (const path of ["/corrections", "/corrections/a/b"]) {
      expect((await app.inject(path)).body, path).toContain("Page Not Found");
    }
  });
});
