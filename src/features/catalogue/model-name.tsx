import { type ComponentType, type MouseEvent, useState } from "react";
import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import { fetchPressed } from "../../ui/waiting.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import type { ModelDialogProps } from "./model-dialog.tsx";
import type { RenderTrimActions } from "./trim-actions.ts";

export interface ModelNameProps {
  ev: Ev;
  shown: Trim;
  /** called before a page is followed */
  onOpen?: () => void;
  className?: string | undefined;
  /** on each trim of the dialog */
  renderActions?: RenderTrimActions | undefined;
}

interface LoadedDialog {
  Component: ComponentType<ModelDialogProps>;
  open: boolean;
}

/**
 * The model's name in a card; a click opens the model-detail dialog (§2, readings 5). It is a link
 * to the page for whoever has no JavaScript or wants another tab.
 */
export function ModelName({ ev, shown, onOpen, className, renderActions }: ModelNameProps) {
  const [dialog, setDialog] = useState<LoadedDialog>();
  const href = evPath(ev.id, shown);
  const openDialog = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    fetchPressed(() => import("./model-dialog.tsx")).then(
      ({ ModelDialog }) => setDialog({ Component: ModelDialog, open: true }),
      // Its code did not arrive: the page says the same, if there is a network to fetch it by.
      () => {
        if (!navigator.onLine) return;
        onOpen?.();
        location.assign(href);
      },
    );
  };
  return (
    <>
      <Link href={href} aria-haspopup="dialog" className={className} onClick={openDialog}>
        {ev.make} {ev.model}
      </Link>
      {dialog && (
        <dialog.Component
          ev={ev}
          shown={shown}
          open={dialog.open}
          // It stays mounted when closed, so that it can give back the focus.
          onOpenChange={(open) => setDialog({ ...dialog, open })}
          renderActions={renderActions}
          {...(onOpen && { onOpen })}
        />
      )}
    </>
  );
}
