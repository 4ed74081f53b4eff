import { useEffect, useRef, useState } from "react";

import { type AddressState, createAddressState } from "../../ui/address-state.ts";

const ADDRESS_DELAY_MS = 400;

interface AddressChoice<Choice> {
  /** the default, which the server renders because it does not know the choice */
  usual: Choice;
  owns: (parameter: string) => boolean;
  /** ignores invalid parameters */
  parse: (search: string) => Choice;
  /** "" for the default */
  serialize: (choice: Choice) => string;
}

export interface Chosen<Choice> {
  choice: Choice;
  /** counts choices from the address, which reset half-typed text */
  arrivals: number;
  change: (change: (choice: Choice) => Choice) => void;
}

/**
 * Keeps a visitor's choice in the address without adding history entries.
 * @param of must be the same object on each render
 */
export function useAddressChoice<Choice>(path: string, of: AddressChoice<Choice>): Chosen<Choice> {
  const [{ choice, arrivals }, setState] = useState({ choice: of.usual, arrivals: 0 });
  const latest = useRef(choice);
  const address = useRef<AddressState>(null);

  useEffect(() => {
    const { owns, parse, serialize } = of;
    const read = (search: string) => serialize(parse(search));
    const connected = createAddressState({ path, owns, read });
    address.current = connected;
    const arrive = (text: string) => {
      // If the address has none of our parameters, something else changed it.
      if (text === "") return connected.write(serialize(latest.current), { replaces: true });
      latest.current = parse(text);
      setState((now) => ({ choice: parse(text), arrivals: now.arrivals + 1 }));
    };
    arrive(connected.written());
    return connected.connect(arrive);
  }, [path, of]);

  return {
    choice,
    arrivals,
    change(change) {
      const next = change(latest.current);
      latest.current = next;
      setState({ choice: next, arrivals });
      address.current?.write(of.serialize(next), { replaces: true, afterMs: ADDRESS_DELAY_MS });
    },
  };
}
