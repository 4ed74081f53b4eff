/** What `visitor.ts` needs from a browser driver, whichever protocol it uses. */
export interface Wire {
  /** opens an address and returns once the document has been parsed */
  open(address: string): Promise<void>;
  /** runs a function in the page, which can use only its arguments; arguments and result are sent as JSON */
  run<Args extends unknown[], Result>(
    inPage: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  /** W3C WebDriver input sources, which both protocols share */
  act(sources: readonly object[]): Promise<void>;
  /** selects a file in the file field that matches this selector */
  choose(selector: string, path: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** closes the browser and everything that was started for it */
  close(): Promise<void>;
}

/** The expression that runs a function with these arguments in the page and returns JSON. */
export const callOf = (inPage: unknown, args: readonly unknown[]): string =>
  `JSON.stringify((${String(inPage)})(...${JSON.stringify(args)})) ?? "null"`;
