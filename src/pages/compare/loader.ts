import { anyEvsQuery } from "../../features/catalogue/catalogue.queries.ts";
import { evidenceQuery } from "../../features/claims/claims.queries.ts";
import { resolveComparison } from "../../features/compare/compare.ts";
import { parseComparison } from "../../features/compare/compare-address.ts";
import type { LoaderContext } from "../page.ts";

export async function loadCompare({ client, search, api }: LoaderContext): Promise<void> {
  const evs = await client.query(anyEvsQuery);
  const { chosen } = resolveComparison(parseComparison(search) ?? [], evs);
  // The comparison can be shown without its marks.
  await Promise.allSettled(
    chosen.map(({ ev }) => client.query(evidenceQuery(ev.id, api?.readEvidence))),
  );
}
