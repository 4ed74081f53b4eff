import { getBasePath, withBase } from "../domain/base-path.ts";

export const LONGEST_COOKIE_SECONDS = 400 * 24 * 3600; // the maximum in browsers

/** Browsers accept the prefix `__Host-` only for the path `/`, which belongs to other sites as well. */
export function nameBelowBase(name: string): string {
  return getBasePath() === "" ? name : name.replace(/^__Host-/, "__Secure-");
}

/** Returns every value of a cookie; a browser may send several with the same name. */
export function cookieValues(header: string | undefined, cookieName: string): string[] {
  const name = nameBelowBase(cookieName);
  return (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

export function setCookie(
  request: { protocol: string },
  reply: { header(name: string, value: string): unknown },
  cookie: {
    name: string;
    value: string;
    seconds: number; // 0 deletes it
    path?: string;
    isReadable?: boolean; // whether the page's own code can read it
  },
): void {
  const { name, value, seconds, path = "/", isReadable = false } = cookie;
  const hidden = isReadable ? "" : "; HttpOnly";
  const secure = request.protocol === "https" ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${nameBelowBase(name)}=${value}; Path=${withBase(path)}; Max-Age=${seconds}${hidden}; SameSite=Lax${secure}`,
  );
}
