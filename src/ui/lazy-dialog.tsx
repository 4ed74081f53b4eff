import { type ComponentType, useEffect, useState } from "react";

import { showCodeMissing } from "./missing-code-notice.tsx";
import { fetchPressed } from "./waiting.ts";
import { withStyles } from "./with-styles.ts";

interface OpenProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * A dialog whose code is fetched when it is opened for the first time. When the code does not
 * arrive the page stays as it is and the dialog closed; to open it again asks again.
 * @param load the dialog's code
 * @returns the dialog, and what fetches its code ahead
 */
export function lazyDialog<Props extends OpenProps>(
  load: () => Promise<ComponentType<Props>>,
): { Dialog: ComponentType<Props>; fetchAhead: () => void } {
  function LazyDialog(props: Props) {
    const { open, onOpenChange } = props;
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    const isMissed = open && !Loaded;
    useEffect(() => {
      if (!isMissed) return;
      let isLeft = false;
      fetchPressed(load).then(
        (component) => {
          setLoaded(() => component);
          showCodeMissing(false);
        },
        () => {
          if (isLeft) return;
          if (navigator.onLine) showCodeMissing(true);
          onOpenChange(false);
        },
      );
      return () => {
        isLeft = true;
      };
    }, [isMissed, onOpenChange]);
    return Loaded && <Loaded {...props} />;
  }
  return { Dialog: LazyDialog, fetchAhead: () => void withStyles(load).catch(() => undefined) };
}
