import { type ComponentType, lazy, Suspense } from "react";

import { loadCode } from "./load-code.ts";
import { useHydrated } from "./use-hydrated.ts";

const NOTHING = { default: () => null };

/**
 * Creates a component that the server leaves out and whose code is loaded when it is first shown. If the code
 * does not arrive, the screen works without it.
 */
export function lazyOptional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Content = lazy<ComponentType<Props>>(() =>
    loadCode(load).then(
      (component) => ({ default: component }),
      () => NOTHING,
    ),
  );
  return function Optional(props: Props) {
    const isHydrated = useHydrated();
    return (
      isHydrated && (
        <Suspense fallback={null}>
          <Content {...props} />
        </Suspense>
      )
    );
  };
}
