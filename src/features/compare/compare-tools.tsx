import { Download, FileDown, Printer } from "lucide-react";

import { CopyLinkButton } from "../../ui/copy-link-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { ModelTrim } from "./compare.ts";

export function CompareTools({ chosen }: { chosen: readonly ModelTrim[] }) {
  const ids = chosen.map(({ trim }) => trim.rowId).join();
  return (
    <div className="row no-print">
      <CopyLinkButton
        size="s"
        copied={{ title: "Link copied", description: "It opens this comparison." }}
      />
      <Menu
        icon={<FileDown aria-hidden />}
        label="Export"
        items={[
          {
            icon: <Download aria-hidden />,
            label: "Download CSV",
            href: `/api/evs.csv?ids=${ids}&values=shown`,
          },
          { icon: <Printer aria-hidden />, label: "Print", onChoose: () => window.print() },
        ]}
      />
    </div>
  );
}
