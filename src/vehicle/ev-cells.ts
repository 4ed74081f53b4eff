/** Cells of a table of text, such as a CSV file, as the values that `EvInput` judges. */

const NUMBER_FIELDS: ReadonlySet<string> = new Set([
  "year",
  "price",
  "range",
  "charging",
  "acceleration",
  "zeroToSixty",
  "topSpeed",
  "seatingCapacity",
  "cargoSpace",
  "batteryCapacity",
  "maxChargingSpeed",
]);

const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/**
 * Turns cells into values by field name. A cell that is not what its field needs stays text, so
 * that the schema says what is wrong with it; an empty one becomes null.
 * @param cells text by the field names of the flat row
 */
export function inputFromCells(cells: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(cells).map(([field, cell]) => [field, valueOfCell(field, cell.trim())]),
  );
}

function valueOfCell(field: string, cell: string): unknown {
  if (cell === "") return null;
  if (NUMBER_FIELDS.has(field) && PLAIN_NUMBER.test(cell)) return Number(cell);
  if (field === "taxCreditEligible" && /^(true|false)$/i.test(cell)) {
    return cell.toLowerCase() === "true";
  }
  return cell;
}
