/** One address of `DATABASE_URL`. Connections made for an object other than the current one are stale. */
export interface PostgresHost {
  url: string;
  /** without secrets */
  name: string;
}

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
/** Values of libpq's `target_session_attrs` that fit a program that writes. */
const TARGETS: ReadonlySet<string | undefined> = new Set(["any", "read-write", "primary"]);

/**
 * Reads the hosts that libpq would try (configuration.md#database-hosts): `host:port,host:port`, or the
 * parameters `host` and `port`.
 * @throws TypeError when the address is invalid
 */
export function readHosts(address: string): readonly PostgresHost[] {
  const [, start = "", authority = "", rest = ""] = ADDRESS.exec(address) ?? [];
  const urls = authority.split(",").map((host) => new URL(start + host + rest));
  const listOf = (name: string) => urls[0]?.searchParams.get(name)?.split(",") ?? [];
  const [hosts, ports] = [listOf("host"), listOf("port")];
  const count = Math.max(urls.length, hosts.length);
  const isFit = (list: readonly unknown[]) => list.length <= 1 || list.length === count;
  const [target = "any"] = listOf("target_session_attrs");
  if (![urls, hosts, ports].every(isFit) || !TARGETS.has(target)) throw new TypeError();
  return Array.from({ length: count }, (_, at) => {
    const url = new URL(urls[at] ?? urls[0] ?? "");
    if (hosts.length > 1) url.searchParams.set("host", hosts[at] ?? "");
    if (ports.length > 1) url.searchParams.set("port", ports[at] ?? "");
    return { url: url.href, name: url.searchParams.get("host") ?? url.host };
  });
}

/** `db1:5432,db2:5432/name` */
export function addressWithoutSecrets(address: string): string {
  const hosts = readHosts(address);
  return hosts.map(({ name }) => name).join(",") + new URL(hosts[0]?.url ?? "").pathname;
}
