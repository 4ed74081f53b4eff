import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Takes over what was typed into a served field before its code had come: React leaves it standing
 * and says nothing. Only for fields that the browser does not fill by itself (`autoComplete="off"`).
 * @param shown what the field was served with
 */
export function useEarlyText(
  field: RefObject<HTMLInputElement | null>,
  shown: string,
  onType: (text: string) => void,
): void {
  const look = useEffectEvent(() => {
    const typed = field.current?.value ?? shown;
    if (typed !== shown) onType(typed);
  });
  useEffect(() => look(), []);
}
