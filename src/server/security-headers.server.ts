import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";

/** A year, in seconds. Other names of the domain are not ours to decide about. */
const ONLY_HTTPS = "max-age=31536000";

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
 * Lets scripts and style sheets that stand in a document pass, by the hashes of their texts: they
 * are the same for everybody, so that the answer can be shared, which a nonce would forbid.
 * @returns the policy that allows what another one does, and these
 */
export function allowInline(inline: {
  scripts: readonly string[];
  styles: readonly string[];
}): (policy: string) => string {
  const [scripts, styles] = [inline.scripts, inline.styles].map((texts) =>
    texts.map((text) => ` 'sha256-${hash("sha256", text, "base64")}'`).join(""),
  );
  return (policy) =>
    policy
      .replace("script-src 'self'", `script-src 'self'${scripts}`)
      .replace("style-src 'self'", `style-src 'self'${styles}`);
}

type Headers = Readonly<Record<string, string>>;

/** The headers that every answer carries, whatever its status. */
export interface SecurityHeaders {
  /** answers over HTTP, and those to no request at all */
  plain: Headers;
  /** over HTTPS also that the browser is to come that way only */
  of(request: { protocol: string }): Headers;
}

/** @param development loosens the policy as far as Vite's development client needs */
export function securityHeaders(development: boolean): SecurityHeaders {
  const plain = {
    "content-security-policy": contentSecurityPolicy(development),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  };
  const secure = { ...plain, "strict-transport-security": ONLY_HTTPS };
  return { plain, of: ({ protocol }) => (protocol === "https" ? secure : plain) };
}

/** Sets headers on an answer that may not have passed the usual hooks. */
export function setHeaders(reply: FastifyReply, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
}
