import { type Chosen, readsAlone } from "./compare.ts";

function modelName({ ev }: Chosen): string {
  return readsAlone(ev) ? ev.model : `${ev.make} ${ev.model}`;
}

/**
 * Returns only the model if that distinguishes the cars, otherwise adds make, trim or year.
 * @param saysModel whether to include the model even when all trims are of one model
 */
export function shortNames(chosen: readonly Chosen[], saysModel = false): string[] {
  const isTrimEnough = !saysModel && chosen.every(({ ev }) => ev.id === chosen[0]?.ev.id);
  const withTrim = (one: Chosen) =>
    isTrimEnough ? one.trim.trim : `${modelName(one)} ${one.trim.trim}`;
  const ways: readonly ((one: Chosen) => string)[] = [
    modelName,
    ({ ev }) => `${ev.make} ${ev.model}`,
    withTrim,
    (one) => `${withTrim(one)} (${one.trim.year})`,
  ];
  return chosen.map((one) => {
    const tells = ways.find((say) =>
      chosen.every((other) => other === one || say(other) !== say(one)),
    );
    return (tells ?? withTrim)(one);
  });
}
