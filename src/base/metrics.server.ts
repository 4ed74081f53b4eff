import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Registry } from "prom-client";

/** The library's own registry would outlive the modules, which the development server reloads. */
export const registry = new Registry();

/** This machine, and private networks that nobody on the internet can come from (RFC 1918, 4193, 4291). */
const NEARBY = new BlockList();
NEARBY.addSubnet("127.0.0.0", 8);
NEARBY.addSubnet("10.0.0.0", 8);
NEARBY.addSubnet("172.16.0.0", 12);
NEARBY.addSubnet("192.168.0.0", 16);
NEARBY.addAddress("::1", "ipv6");
NEARBY.addSubnet("fc00::", 7, "ipv6");
NEARBY.addSubnet("fe80::", 10, "ipv6");

const FORWARDING_HEADER = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/;

function isScraper({ socket, headers }: IncomingMessage): boolean {
  const address = socket.remoteAddress?.replace(/%.*$/, "");
  if (!address || !NEARBY.check(address, isIPv6(address) ? "ipv6" : "ipv4")) return false;
  return !Object.keys(headers).some((name) => FORWARDING_HEADER.test(name));
}

collectDefaultMetrics({ register: registry });
// These gauges are named like counters; the gauges without `_total` have the same values by type.
for (const kind of ["handles", "requests", "resources"]) {
  registry.removeSingleMetric(`nodejs_active_${kind}_total`);
}

/** Serves `GET /metrics` to this machine and private networks only; nobody else can tell that it exists. */
export function scrapeRoutes(
  app: FastifyInstance,
  deps: { otherwise: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> },
): void {
  app.get("/metrics", async (request, reply) => {
    if (!isScraper(request.raw)) return deps.otherwise(request, reply);
    return reply
      .header("cache-control", "no-store")
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}
