import statesFile from "../../../assets/costs/states.csv?raw";

/**
 * The part of a car's costs that depends on the state. Electricity: homes, January to July 2026 (EIA,
 * Electric Power Monthly, Table 5.6.B, of September 24, 2026). Gas: regular, October 9, 2026 (AAA). Yearly
 * fee of an electric car: Tax Foundation, July 2026; Georgia's of NCSL, May 2026, Oregon's of its House Bill
 * 3991. CO2: kilograms per kWh at the plants of the state's main subregion (EPA, eGRID2024, of May 26, 2026).
 */
interface StatePrices {
  readonly name: string;
  readonly electricityPrice: number;
  readonly gasPrice: number;
  readonly evFeePerYear: number;
  readonly gridCo2PerKwh: number;
  readonly subregion: string;
  /** "" when there is none */
  readonly feeNote: string;
  readonly gridNote: string;
}

const [, ...lines] = statesFile.trim().split("\n");

/** By postal code, in alphabetical order of names; includes the District of Columbia. */
export const STATES: ReadonlyMap<string, StatePrices> = new Map(
  lines.map((line) => {
    const [code = "", name = "", electricity, gas, fee, co2, ...words] = line.split("|");
    const [subregion = "", feeNote = "", gridNote = ""] = words;
    const prices = {
      electricityPrice: Number(electricity),
      gasPrice: Number(gas),
      evFeePerYear: Number(fee),
      gridCo2PerKwh: Number(co2),
    };
    return [code, { name, ...prices, subregion, feeNote, gridNote }];
  }),
);
