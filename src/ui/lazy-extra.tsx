import { type ComponentType, startTransition, useEffect, useState } from "react";
import { loadWithSheets } from "./load-with-sheets.ts";

/**
 * A component whose code is fetched when it is first shown. It shows nothing until then, and the screen
 * does without when it does not come.
 */
export function lazyExtra<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function LazyExtra(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    useEffect(() => {
      let isGone = false;
      loadWithSheets(load).then(
        (component) => isGone || startTransition(() => setLoaded(() => component)),
        () => undefined,
      );
      return () => {
        isGone = true;
      };
    }, []);
    return Loaded && <Loaded {...props} />;
  };
}
