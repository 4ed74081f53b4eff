/**
 * The path below which the site stands, such as `/cars` (configuration.md#below-a-path); empty at the root of
 * a host. Routes and the router know paths without it. What a browser asks for by itself needs it: plain
 * links, forms, pictures and calls. The browser reads it from the document.
 */
let basePath = typeof document === "object" ? (document.documentElement.dataset["base"] ?? "") : "";

export function getBasePath(): string {
  return basePath;
}

/** The server calls it before anything else; a process serves one path. */
export function setBasePath(path: string): void {
  basePath = path;
}

/** Adds the base path to a path of this site; other addresses stay as they are. */
export function withBase(address: string): string {
  return address.startsWith("/") ? basePath + address : address;
}

/** Removes the base path from a path that begins with it, as those of this site's documents do. */
export function withoutBase(path: string): string {
  return path.slice(basePath.length) || "/";
}
