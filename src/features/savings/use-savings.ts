import { useEffect, useRef, useState } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";

import { HOME } from "../../routes.ts";
import {
  parseSavings,
  replaceSavings,
  type SavingsChoice,
  serialiseSavings,
  USUAL_CHOICE,
} from "./savings-address.ts";

/** A pause this long after the last change writes it into the address; dragging writes nothing. */
const ADDRESS_DELAY_MS = 400;

/** Writes a choice into the home address without a step of the history. */
function writeAddress(savings: string): void {
  // A pause that ends after the visitor has left must not write into another page's address.
  if (location.pathname !== HOME) return;
  const query = replaceSavings(location.search, savings);
  const address = `${HOME}${query && `?${query}`}${location.hash}`;
  navigate(address, { replace: true, state: history.state });
}

/**
 * The visitor's choice, joined to the address. It begins with what is usual, since the rendered page
 * knows no addresses of the calculator, and takes up its own address after that.
 */
export function useSavings(): {
  choice: SavingsChoice;
  /** counts the times that the choice came from elsewhere, so that half-typed text goes */
  arrivals: number;
  change: (change: (choice: SavingsChoice) => SavingsChoice) => void;
} {
  const search = useSearch();
  const [{ choice, arrivals }, setState] = useState({ choice: USUAL_CHOICE, arrivals: 0 });
  const written = useRef("");
  const pause = useRef<{ timer: ReturnType<typeof setTimeout>; savings: string }>(undefined);

  useEffect(() => {
    // The address itself is read, since `search` may be older than our last write.
    const arrived = parseSavings(location.search);
    const savings = serialiseSavings(arrived);
    // An address without the calculator is another's step: what was chosen stays.
    if (savings === "" || savings === written.current || pause.current) return;
    written.current = savings;
    setState((now) => ({ choice: arrived, arrivals: now.arrivals + 1 }));
  }, [search]);

  useEffect(() => {
    const flush = () => {
      if (!pause.current) return;
      clearTimeout(pause.current.timer);
      writeAddress(pause.current.savings);
      pause.current = undefined;
    };
    // A click may be a link: what still waits belongs to the page it leaves.
    document.addEventListener("click", flush, true);
    addEventListener("pagehide", flush);
    return () => {
      flush();
      document.removeEventListener("click", flush, true);
      removeEventListener("pagehide", flush);
    };
  }, []);

  return {
    choice,
    arrivals,
    change(change) {
      const next = change(choice);
      setState({ choice: next, arrivals });
      const savings = serialiseSavings(next);
      clearTimeout(pause.current?.timer);
      const timer = setTimeout(() => {
        pause.current = undefined;
        writeAddress(savings);
      }, ADDRESS_DELAY_MS);
      written.current = savings;
      pause.current = { timer, savings };
    },
  };
}
