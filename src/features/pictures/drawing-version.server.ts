import { hash } from "node:crypto";

import type { Ev } from "../../domain/vehicle.ts";
import { measuresOf } from "./model-measures.ts";
import { looksOf } from "./draw-model.ts";
import { TYPICAL_PREFIX } from "./pictures.ts";

/** The source code that draws cars and renders the pictures. */
const SOURCES = import.meta.glob(
  ["./draw-*.ts", "./drawing/*.ts", "./drawings.server.ts", "!./*.test.ts"],
  { query: "?raw", import: "default", eager: true },
);
const CODE = hash("sha256", JSON.stringify(SOURCES));
const VERSION_CHARACTERS = 8;

/** Equal for models that are drawn alike; changes whenever the drawing would (pictures.md#drawings). */
export function drawingVersion(ev: Ev): string {
  const { measures, isTypical } = measuresOf(ev);
  const looks = looksOf(ev.make, ev.model, ev.bodyType);
  const all = [CODE, ...Object.values(measures), looks].join();
  const version = hash("sha256", all, "base64url").slice(0, VERSION_CHARACTERS);
  return isTypical ? TYPICAL_PREFIX + version : version;
}
