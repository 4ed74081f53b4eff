/**
 * Measures the server's load behind the shipped nginx with many readers: `node bench/cache.ts [seconds]`.
 * Needs nginx.
 */
import { startNginx } from "../test/nginx.ts";
import { atMost, duration, printFindings } from "./findings.ts";
import { measure, requireProgram } from "./load.ts";
import { startProduct } from "./servers.ts";

/** They share one address, which may have 256 concurrent requests with the shipped nginx configuration. */
const READERS = 200;
const MOST_PER_SECOND = 5;
const seconds = Number(process.argv[2] ?? 10);
const AGENT = "Mozilla/5.0 (X11; Linux x86_64)";

requireProgram("nginx");
const product = await startProduct({ TRUST_PROXY: "1" });
const nginx = await startNginx([Number(new URL(product.origin).port)]);

/** How many requests the server says it has answered. */
async function answered(): Promise<number> {
  const text = await (await fetch(`${product.origin}/metrics`)).text();
  const counts = text.matchAll(/^http_request_duration_seconds_count\{.*?\} (\d+)$/gm);
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

try {
  const findings = [];
  for (const [name, paths] of [
    ["the home page", ["/"]],
    ["the list", ["/api/evs"]],
    ["three pages in turn", ["/", "/compare", "/ev/1"]],
  ] as const) {
    const headers = { "User-Agent": AGENT, "Accept-Encoding": "gzip, deflate, br" };
    const before = await answered();
    const load = { origin: nginx.origin, paths, headers, connections: READERS, seconds };
    const { perSecond, p50, p99, failures } = await measure(load);
    const cost = ((await answered()) - before - 1) / seconds;
    findings.push(
      atMost(
        `requests a second at the server, ${READERS} readers of ${name}`,
        MOST_PER_SECOND,
        cost,
        (value) => value.toFixed(1),
        `${Math.round(perSecond)} a second at nginx, p50 ${duration(p50)}, p99 ${duration(p99)}, ${failures} failed`,
      ),
    );
  }
  printFindings(`nginx as a cache, ${READERS} connections for ${seconds} s`, findings);
} finally {
  await nginx.stop();
  await product.stop();
}
