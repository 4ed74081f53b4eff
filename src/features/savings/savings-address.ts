import {
  INPUT_NAMES,
  readInput,
  SAVINGS_INPUTS,
  type SavingsInputs,
  USUAL_INPUTS,
} from "./savings-inputs.ts";

/** What a visitor has chosen in the calculator. */
export interface SavingsChoice {
  /** the EV's row; null: the catalogue's usual one */
  readonly rowId: number | null;
  readonly inputs: SavingsInputs;
}

export const USUAL_CHOICE: SavingsChoice = { rowId: null, inputs: USUAL_INPUTS };

const EV_PARAMETER = "saveEv";
const PARAMETERS: ReadonlySet<string> = new Set([
  EV_PARAMETER,
  ...INPUT_NAMES.map((name) => SAVINGS_INPUTS[name].parameter),
]);

/**
 * The choice that an address holds. Lenient: what is not understood or out of its bounds is as if
 * it were not there, since anyone can write an address.
 * @param search the query, with or without its question mark
 */
export function parseSavings(search: string): SavingsChoice {
  const query = new URLSearchParams(search);
  const id = query.get(EV_PARAMETER) ?? "";
  const changed = INPUT_NAMES.flatMap((name) => {
    const read = readInput(
      name,
      (query.get(SAVINGS_INPUTS[name].parameter) ?? "").slice(0, 20),
      "address",
    );
    return "value" in read ? [[name, read.value] as const] : [];
  });
  return {
    rowId: /^[1-9]\d{0,14}$/u.test(id) ? Number(id) : null,
    inputs: { ...USUAL_INPUTS, ...Object.fromEntries(changed) },
  };
}

/** The query of a choice, without question mark; usual values are left out, "" for none. */
export function serialiseSavings({ rowId, inputs }: SavingsChoice): string {
  const parts = INPUT_NAMES.filter((name) => inputs[name] !== USUAL_INPUTS[name]).map(
    (name) => `${SAVINGS_INPUTS[name].parameter}=${inputs[name]}`,
  );
  return [...(rowId === null ? [] : [`${EV_PARAMETER}=${rowId}`]), ...parts].join("&");
}

/**
 * The query of an address after the calculator has changed; the parameters of others stay, before
 * the calculator's.
 * @param search the present query, with or without its question mark
 * @param savings from serialiseSavings()
 */
export function replaceSavings(search: string, savings: string): string {
  const others = search
    .replace(/^\?/u, "")
    .split("&")
    .filter((part) => {
      const [name] = new URLSearchParams(part).keys();
      return part !== "" && (name === undefined || !PARAMETERS.has(name));
    });
  return [...others, savings].filter(Boolean).join("&");
}
