/**
 * Every value of a cookie; a browser may hold several of one name, for different paths.
 * @param header the request's `Cookie`
 */
export function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
