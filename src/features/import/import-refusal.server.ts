import { UserError } from "../../server/errors.server.ts";
import type { BadCell } from "./import-answer.ts";
import type { CsvColumn } from "./import-columns.ts";

/** A file of which nothing is added: 422 with every cell that is wrong (readings 3). */
export class ImportRefusal extends UserError {
  readonly rows: readonly BadCell[];
  /** what the header names, when that is what is wrong */
  readonly columns: readonly CsvColumn[] | undefined;

  constructor(message: string, rows: readonly BadCell[], columns?: readonly CsvColumn[]) {
    super(422, message);
    this.rows = rows;
    this.columns = columns;
  }
}
