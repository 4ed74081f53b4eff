import { modelPartQuery } from "../catalogue/catalogue.queries.ts";
import type { EvHistory } from "./changes.schema.ts";

export const historyQuery = modelPartQuery<EvHistory>("history");
