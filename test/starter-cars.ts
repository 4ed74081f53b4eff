import { readStarterCatalogue } from "../src/features/catalogue/starter-facts.db.server.ts";
import { modelKey } from "../src/features/pictures/pictures.ts";
import { groupTrims } from "../src/features/catalogue/catalogue-snapshot.server.ts";
import type { Ev } from "../src/domain/vehicle.ts";

/** The models of the starter catalogue as visitors see them. */
export async function starterCars(): Promise<Ev[]> {
  const ids = new Map<string, number>();
  const rows = (await readStarterCatalogue()).map((vehicle, at) => {
    const key = modelKey(vehicle.make, vehicle.model);
    const modelId = ids.get(key) ?? ids.size + 1;
    ids.set(key, modelId);
    return { ...vehicle, id: at + 1, modelId, version: 1 };
  });
  const sorted = rows.toSorted((a, b) => a.modelId - b.modelId || b.year - a.year || a.id - b.id);
  return groupTrims(sorted, new Map());
}
