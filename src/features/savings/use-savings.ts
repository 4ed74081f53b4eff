import { useEffect, useState } from "react";

import { HOME } from "../../routes.ts";
import { createAddressState } from "../../ui/address-state.ts";
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
/** A rest this long after the last change writes it into the address. */
const ADDRESS_DELAY_MS = 400;

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

/** What an address state (ui/address-state.ts) needs to know of the calculator. */
export const SAVINGS_ADDRESS = {
  owns: (parameter: string) => PARAMETERS.has(parameter),
  read: (search: string) => serialiseSavings(parseSavings(search)),
};

interface SavingsState {
  choice: SavingsChoice;
  /** counts the times that the choice came from elsewhere, so that half-typed text goes */
  arrivals: number;
  change: (change: (choice: SavingsChoice) => SavingsChoice) => void;
}

/**
 * The visitor's choice, connected to the home page's address; changes are no steps of the history.
 * It begins with what is usual, as the server renders it, and then takes over what the address holds.
 */
export function useSavings(): SavingsState {
  const [{ choice, arrivals }, setState] = useState({ choice: USUAL_CHOICE, arrivals: 0 });
  const [address] = useState(() => createAddressState({ path: HOME, ...SAVINGS_ADDRESS }));

  useEffect(() => {
    const arrive = (savings: string) => {
      // An address without the calculator is another's step: what was chosen stays.
      if (savings === "") return;
      setState((now) => ({ choice: parseSavings(savings), arrivals: now.arrivals + 1 }));
    };
    arrive(address.written());
    return address.connect(arrive);
  }, [address]);

  return {
    choice,
    arrivals,
    change(change) {
      const next = change(choice);
      setState({ choice: next, arrivals });
      address.write(serialiseSavings(next), { replaces: true, afterMs: ADDRESS_DELAY_MS });
    },
  };
}
