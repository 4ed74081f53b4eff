import { createServer } from "node:http";
import { fastify, LogController } from "fastify";
const f = new Set((process.argv[2] ?? "").split(","));
const headers = ["cache-control","public, max-age=0, s-maxage=1","etag","\"abc-br\"","vary","Accept-Encoding","x-content-type-options","nosniff","referrer-policy","strict-origin-when-cross-origin","content-security-policy","default-src 'none'; script-src 'self' 'sha256-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'; style-src 'self' 'unsafe-inline'; img-src 'self' https:; connect-src 'self'"];
if (f.has("bare")) {
  createServer((q, s) => { s.writeHead(304, headers); s.end(); }).listen(+process.argv[3], () => console.log("up"));
} else {
  const app = fastify({
    logger: f.has("log") ? { level: "warn", base: null } : false,
    ...(f.has("onelog") && { logger: { level: "warn", base: null }, childLoggerFactory: (l) => l }),
    logController: new LogController({ disableRequestLogging: true }),
    ...(f.has("reqid") && { genReqId: (() => { let n = 0; return () => `abcd-${(++n).toString(36)}`; })() }),
    trustProxy: false,
  });
  const m = new Map([["GET /api/evs\ngzip, deflate, br\n\"abc-br\"\n\n", 1]]);
  app.addHook("onRequest", (q, r, done) => {
    if (f.has("key")) { const h = q.raw.headers; if ("content-length" in h || "transfer-encoding" in h || "range" in h) return done(); m.get(`GET ${q.raw.url}\n${h["accept-encoding"]}\n${h["if-none-match"]}\n${h["user-agent"]}`); }
    r.hijack(); r.raw.writeHead(304, headers); r.raw.end();
  });
  if (f.has("res")) app.addHook("onResponse", (q, r, done) => { void r.elapsedTime; void r.statusCode; void q.routeOptions.url; done(); });
  app.get("/api/evs", async () => ({}));
  app.get("/*", async () => ({}));
  app.listen({ port: +process.argv[3] }, () => console.log("up"));
}
