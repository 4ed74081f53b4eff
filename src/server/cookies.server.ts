/** Returns every value of a cookie; a browser may send several with the same name. */
export function cookieValues(header: string | undefined, name: string): string[] {
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
    `${name}=${value}; Path=${path}; Max-Age=${seconds}${hidden}; SameSite=Lax${secure}`,
  );
}
