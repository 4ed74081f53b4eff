import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import type { SitePage } from "../../domain/routes.ts";
import { useDocumentData } from "../../ui/document-data.ts";
import { whenPageIdle } from "../../ui/hydration.ts";
import type { Live, LivePage } from "./live-stream.ts";

/** What pages show of the catalogue; others have no vehicles. */
export const LIVE_PAGES: Partial<Record<SitePage, LivePage>> = {
  home: "table",
  compare: "cards",
  table: "table",
  "ev-detail": "detail",
  admin: "table",
};

/** Keeps the page up to date (everywhere.md#live-data). Renders nothing, and loads when the page is idle. */
export function LiveUpdates({ page, evId }: { page: SitePage; evId: number }) {
  const client = useQueryClient();
  const { device } = useDocumentData();
  const [live, setLive] = useState<Live>();

  useEffect(() => {
    let connection: Live | undefined;
    let isGone = false;
    const start = async () => {
      await whenPageIdle();
      if (isGone) return;
      const { createLive } = await import("./live-stream.ts");
      if (isGone) return;
      connection = createLive({ client, device });
      setLive(connection);
    };
    // Without this code the page just keeps its data.
    start().catch(() => undefined);
    return () => {
      isGone = true;
      connection?.stop();
    };
  }, [client, device]);

  useEffect(() => {
    const livePage = LIVE_PAGES[page];
    live?.show(livePage ? { page: livePage, evId } : null);
  }, [live, page, evId]);

  return null;
}
