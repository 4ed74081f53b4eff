/** What a driver of a browser can do for `visitor.ts`, whatever it speaks. */
export interface Wire {
  /** opens an address and returns when its document has been read */
  open(address: string): Promise<void>;
  /** runs a function in the page, which sees nothing but its arguments; both ways go as JSON */
  run<Args extends unknown[], Result>(
    inPage: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  /** W3C WebDriver's sources of input, which both protocols share */
  act(sources: readonly object[]): Promise<void>;
  /** gives a file to the field that this selector finds */
  choose(selector: string, path: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** ends the browser and what was started for it */
  close(): Promise<void>;
}

/** The expression by which a page runs a function with these arguments, giving JSON. */
export const callOf = (inPage: unknown, args: readonly unknown[]): string =>
  `JSON.stringify((${String(inPage)})(...${JSON.stringify(args)})) ?? "null"`;
