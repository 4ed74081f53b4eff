import type { FastifyReply } from "fastify";

/** Everything a page may load comes from here; pictures may also come from any https address (readings 8). */
function contentSecurityPolicy(development: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Vite's development client puts style sheets into <style> elements and talks over a web socket.
    development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' https: data:",
    "font-src 'self'",
    development ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * The headers that every answer carries, whatever its status.
 * @param development loosens the policy as far as Vite's development client needs
 */
export function securityHeaders(development: boolean): Readonly<Record<string, string>> {
  return {
    "content-security-policy": contentSecurityPolicy(development),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  };
}

/** Sets headers on an answer that may not have passed the usual hooks. */
export function setHeaders(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
}
