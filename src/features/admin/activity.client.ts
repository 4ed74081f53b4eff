import { infiniteQueryOptions } from "@tanstack/react-query";

import { readJson } from "../../api/answers.ts";
import type { ActivityAnswer } from "./activity-log.server.ts";

/** Who changed what and when, the latest first, a part at a time (readings 3). */
export function activityQuery() {
  return infiniteQueryOptions({
    queryKey: ["activity"] as const,
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }) => {
      const path = `/api/activity${pageParam === null ? "" : `?before=${pageParam}`}`;
      // The call's contract, which its tests hold against the schema of openapi.json.
      return (await readJson(path, signal)) as ActivityAnswer;
    },
    getNextPageParam: (last) => last.next,
    refetchOnMount: "always",
  });
}
