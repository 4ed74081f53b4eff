import { correctionQuery } from "../../features/corrections/corrections.queries.ts";
import type { LoaderContext } from "../page.ts";

export function loadCorrection({ client, params }: LoaderContext): Promise<unknown> {
  return client.query(correctionQuery(params["token"] ?? ""));
}
