import { type MouseEvent, useState } from "react";
import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import { lazyDialog } from "../../ui/lazy.tsx";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import type { RenderTrimActions } from "./trim-actions.ts";

const { Dialog: ModelDialog } = lazyDialog(
  async () => (await import("./model-dialog.tsx")).ModelDialog,
);

export interface ModelNameProps {
  ev: Ev;
  shown: Trim;
  /** called before a page is followed */
  onOpen?: () => void;
  className?: string | undefined;
  /** on each trim of the dialog */
  renderActions?: RenderTrimActions | undefined;
}

/**
 * The model's name in a card; a click opens the model-detail dialog (§2, readings 5). It is a link
 * to the page for whoever has no JavaScript or wants another tab.
 */
export function ModelName({ ev, shown, onOpen, className, renderActions }: ModelNameProps) {
  const [isOpen, setOpen] = useState(false);
  const href = evPath(ev.id, shown);
  const openDialog = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpen(true);
  };
  // The page says the same as the dialog.
  const openPage = () => {
    onOpen?.();
    location.assign(href);
  };
  return (
    <>
      <Link href={href} aria-haspopup="dialog" className={className} onClick={openDialog}>
        {ev.make} {ev.model}
      </Link>
      <ModelDialog
        ev={ev}
        shown={shown}
        open={isOpen}
        onOpenChange={setOpen}
        onMissing={openPage}
        renderActions={renderActions}
        {...(onOpen && { onOpen })}
      />
    </>
  );
}
