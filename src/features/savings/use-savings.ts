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

export interface SavingsChoice {
  /** null for the usual one */
  readonly rowId: number | null;
  readonly inputs: SavingsInputs;
}

export const USUAL_CHOICE: SavingsChoice = { rowId: null, inputs: USUAL_INPUTS };

const EV_PARAMETER = "saveEv";
const PARAMETERS: ReadonlySet<string> = new Set([
  EV_PARAMETER,
  ...INPUT_NAMES.map((name) => SAVINGS_INPUTS[name].parameter),
]);
const ADDRESS_DELAY_MS = 400;

/** Ignores what is invalid or out of bounds. */
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

export function serialiseSavings({ rowId, inputs }: SavingsChoice): string {
  const parts = INPUT_NAMES.filter((name) => inputs[name] !== USUAL_INPUTS[name]).map(
    (name) => `${SAVINGS_INPUTS[name].parameter}=${inputs[name]}`,
  );
  return [...(rowId === null ? [] : [`${EV_PARAMETER}=${rowId}`]), ...parts].join("&");
}

export const SAVINGS_ADDRESS = {
  owns: (parameter: string) => PARAMETERS.has(parameter),
  read: (search: string) => serialiseSavings(parseSavings(search)),
};

interface SavingsState {
  choice: SavingsChoice;
  /** counts choices from the address, which reset half-typed text */
  arrivals: number;
  change: (change: (choice: SavingsChoice) => SavingsChoice) => void;
}

/** Kept in the address without steps of the history. Begins as the server renders it. */
export function useSavings(): SavingsState {
  const [{ choice, arrivals }, setState] = useState({ choice: USUAL_CHOICE, arrivals: 0 });
  const [address] = useState(() => createAddressState({ path: HOME, ...SAVINGS_ADDRESS }));

  useEffect(() => {
    const arrive = (savings: string) => {
      // An address without parameters of ours is another's step.
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
