import { useState } from "react";

import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy.tsx";

const { Dialog: MissingCarDialog, fetchAhead } = lazyDialog(
  async () => (await import("./missing-car-dialog.tsx")).MissingCarDialog,
);

export function MissingCar() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="s"
        aria-haspopup="dialog"
        data-scripted
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setOpen(true)}
      >
        A car is missing
      </Button>
      <MissingCarDialog open={isOpen} onOpenChange={setOpen} />
    </>
  );
}
