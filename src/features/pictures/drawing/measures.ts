/** The picture format of every car in pixels: one ground line and one scale (pictures.md#drawings). */
export const DRAWING = { width: 800, height: 450, ground: 372, pixelsPerInch: 3.3 } as const;

/** inches */
export interface Measures {
  length: number;
  /** without mirrors */
  width: number;
  height: number;
  wheelbase: number;
  groundClearance: number;
}
