import { UserError } from "../../server/errors.server.ts";
import type { BadCell } from "./import-answer.ts";
import type { CsvColumn } from "./import-columns.ts";

/** A file of which nothing is added: 422 with every cell that is wrong (readings 3). */
export class ImportRefusal extends UserError {
  readonly rows: readonly BadCell[];
  /** what the header names, when that is what is wrong */
  readonly columns: readonly CsvColumn[] | undefined;
  /** lines above it that were left out */
  readonly titles: readonly string[];

  constructor(
    message: string,
    rows: readonly BadCell[],
    columns?: readonly CsvColumn[],
    titles: readonly string[] = [],
  ) {
    super(422, message);
    this.rows = rows;
    this.columns = columns;
    this.titles = titles;
  }
}
