/**
 * The part of a car's costs that depends on the state. Electricity: homes, January to July 2026 (EIA,
 * Electric Power Monthly, Table 5.6.B, of September 24, 2026). Gas: regular, October 9, 2026 (AAA). Yearly
 * fee of an electric car: Tax Foundation, July 2026; Georgia's of NCSL, May 2026, Oregon's of its House Bill
 * 3991. CO2: kilograms per kWh at the plants of the state's main subregion (EPA, eGRID2024, of May 26, 2026).
 */
export interface StatePrices {
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

type Row = readonly [
  name: string,
  electricityPrice: number,
  gasPrice: number,
  evFeePerYear: number,
  gridCo2PerKwh: number,
  subregion: string,
  feeNote?: string,
  gridNote?: string,
];

const ROWS: Readonly<Record<string, Row>> = {
  AL: ["Alabama", 0.1654, 3.989, 203, 0.3613, "SRSO"],
  AK: ["Alaska", 0.2709, 5.014, 0, 0.4149, "AKGD", "", "0.224 beyond the Railbelt"],
  AZ: ["Arizona", 0.1544, 4.705, 0, 0.302, "AZNM"],
  AR: ["Arkansas", 0.1361, 3.985, 200, 0.3315, "SRMV"],
  CA: ["California", 0.3325, 6.331, 121, 0.1831, "CAMX"],
  CO: ["Colorado", 0.1672, 4.189, 89, 0.435, "RMPA", "rises each year"],
  CT: ["Connecticut", 0.2797, 4.427, 0, 0.2451, "NEWE"],
  DE: ["Delaware", 0.1786, 4.229, 110, 0.2806, "RFCE"],
  DC: ["District of Columbia", 0.2466, 4.439, 0, 0.2806, "RFCE"],
  FL: ["Florida", 0.153, 4.147, 0, 0.3464, "FRCC", "", "0.361 in the Panhandle"],
  GA: [
    "Georgia",
    0.154,
    3.832,
    239,
    0.3613,
    "SRSO",
    "sources differ: $239 (May 2026) or $274 (July 2026)",
  ],
  HI: [
    "Hawaii",
    0.4628,
    5.634,
    50,
    0.6704,
    "HIOA",
    "Maui adds $100",
    "0.493 on islands other than Oahu",
  ],
  ID: ["Idaho", 0.1296, 4.915, 140, 0.2627, "NWPP"],
  IL: ["Illinois", 0.1922, 4.7, 100, 0.4035, "RFCW", "", "0.522 downstate"],
  IN: ["Indiana", 0.1704, 3.874, 242, 0.4035, "RFCW", "rises each year"],
  IA: ["Iowa", 0.142, 4.286, 130, 0.3913, "MROW"],
  KS: ["Kansas", 0.1521, 4.043, 135, 0.3533, "SPNO", "above the $30 of every car"],
  KY: ["Kentucky", 0.1427, 4.06, 126, 0.4266, "SRTV", "rises each year"],
  LA: ["Louisiana", 0.1335, 3.948, 110, 0.3315, "SRMV"],
  ME: ["Maine", 0.2999, 4.391, 0, 0.2451, "NEWE"],
  MD: ["Maryland", 0.213, 4.266, 125, 0.2806, "RFCE"],
  MA: ["Massachusetts", 0.3014, 4.328, 0, 0.2451, "NEWE"],
  MI: ["Michigan", 0.2153, 4.619, 267, 0.4457, "RFCM", "rises each year"],
  MN: [
    "Minnesota",
    0.1625,
    4.281,
    150,
    0.3913,
    "MROW",
    "or 0.5% of the car’s price, if that is more",
  ],
  MS: ["Mississippi", 0.1519, 3.943, 150, 0.3315, "SRMV"],
  MO: ["Missouri", 0.1396, 4.029, 150, 0.5218, "SRMW"],
  MT: ["Montana", 0.1395, 4.507, 130, 0.2627, "NWPP"],
  NE: ["Nebraska", 0.129, 4.256, 150, 0.3913, "MROW"],
  NV: ["Nevada", 0.1353, 5.455, 0, 0.2627, "NWPP", "", "0.302 in Las Vegas"],
  NH: ["New Hampshire", 0.2679, 4.31, 100, 0.2451, "NEWE"],
  NJ: ["New Jersey", 0.2398, 4.278, 270, 0.2806, "RFCE", "rises each year"],
  NM: ["New Mexico", 0.1508, 4.462, 0, 0.302, "AZNM"],
  NY: [
    "New York",
    0.2938,
    4.465,
    0,
    0.1234,
    "NYUP",
    "",
    "0.401 in New York City, 0.531 on Long Island",
  ],
  NC: ["North Carolina", 0.1494, 4.099, 214.5, 0.2891, "SRVC"],
  ND: ["North Dakota", 0.1236, 4.151, 120, 0.3913, "MROW"],
  OH: ["Ohio", 0.187, 3.87, 200, 0.4035, "RFCW"],
  OK: ["Oklahoma", 0.1358, 4.053, 110, 0.3858, "SPSO"],
  OR: ["Oregon", 0.154, 5.017, 145, 0.2627, "NWPP", "sources differ: $115 or $145"],
  PA: ["Pennsylvania", 0.2104, 4.454, 250, 0.2806, "RFCE"],
  RI: ["Rhode Island", 0.2922, 4.299, 200, 0.2451, "NEWE", "sources differ: $150 or $200"],
  SC: ["South Carolina", 0.1593, 4.05, 60, 0.2891, "SRVC"],
  SD: ["South Dakota", 0.145, 4.286, 100, 0.3913, "MROW"],
  TN: ["Tennessee", 0.1387, 3.962, 200, 0.4266, "SRTV", "$274 from January 2027"],
  TX: ["Texas", 0.1606, 3.851, 200, 0.3178, "ERCT", "and $400 at the first registration"],
  UT: ["Utah", 0.1316, 4.863, 188, 0.2627, "NWPP", "rises each year"],
  VT: ["Vermont", 0.2395, 4.419, 89, 0.2451, "NEWE"],
  VA: ["Virginia", 0.1683, 4.199, 136, 0.2891, "SRVC", "rises each year"],
  WA: ["Washington", 0.144, 5.464, 225, 0.2627, "NWPP"],
  WV: ["West Virginia", 0.1547, 4.292, 200, 0.4035, "RFCW"],
  WI: ["Wisconsin", 0.19, 4.154, 175, 0.5884, "MROE"],
  WY: ["Wyoming", 0.1395, 4.491, 100, 0.435, "RMPA"],
};

function pricesOf(row: Row): StatePrices {
  const [name, electricityPrice, gasPrice, evFeePerYear, gridCo2PerKwh, subregion] = row;
  const [, , , , , , feeNote = "", gridNote = ""] = row;
  return {
    name,
    electricityPrice,
    gasPrice,
    evFeePerYear,
    gridCo2PerKwh,
    subregion,
    feeNote,
    gridNote,
  };
}

/** By postal code, in alphabetical order of names; includes the District of Columbia. */
export const STATES: ReadonlyMap<string, StatePrices> = new Map(
  Object.entries(ROWS).map(([code, row]) => [code, pricesOf(row)]),
);
