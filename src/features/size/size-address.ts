/** How much is seen of each car, in an address: `see1=100&see2=40`, percent. */
import {
  type Assumption,
  figureParameters,
  figuresIn,
  namesOf,
} from "../assumptions/assumption.ts";

const OPACITY = { label: "Opacity", unit: "%", min: 0, max: 100, decimals: 0 };

const FIGURES = {
  first: { ...OPACITY, parameter: "see1" },
  second: { ...OPACITY, parameter: "see2" },
  third: { ...OPACITY, parameter: "see3" },
} as const satisfies Record<string, Assumption>;

export type Opacities = Readonly<Record<keyof typeof FIGURES, number>>;
export const PLACES = namesOf(FIGURES);

const USUAL: Opacities = { first: 100, second: 60, third: 45 };
const PARAMETERS = new Set<string>(PLACES.map((place) => FIGURES[place].parameter));

export const SIZE_ADDRESS = {
  usual: USUAL,
  owns: (parameter: string) => PARAMETERS.has(parameter),
  parse: (search: string): Opacities => ({
    ...USUAL,
    ...figuresIn(FIGURES, new URLSearchParams(search)),
  }),
  serialise: (opacities: Opacities) => figureParameters(FIGURES, opacities, USUAL).join("&"),
};
