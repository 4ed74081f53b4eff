import type { DryRunAnswer } from "./import.schema.ts";
import { yieldOften } from "../../server/yield-often.server.ts";

const ITEMS_PER_PIECE = 100;
/** Without it, Excel does not recognize UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Streams the JSON of an answer: 50,000 rows are 20 MB, which should never be in memory at once.
 * @param bounds limits each list; the counts report how many items there are
 * @param rest other fields of the answer, sent whole
 */
export async function* answerPieces(
  lists: Readonly<Record<string, Iterable<unknown>>>,
  { mostItems, mostCharacters }: { mostItems: number; mostCharacters: number },
  rest: Partial<DryRunAnswer>,
): AsyncGenerator<string> {
  let isFirstList = true;
  for (const [name, items] of Object.entries(lists)) {
    let piece = `${isFirstList ? "{" : ","}${JSON.stringify(name)}:[`;
    isFirstList = false;
    let count = 0;
    let characters = 0;
    for await (const item of yieldOften(Iterator.from(items).take(mostItems))) {
      const text = JSON.stringify(item);
      characters += text.length;
      if (characters > mostCharacters) break;
      piece += `${count === 0 ? "" : ","}${text}`;
      if (++count % ITEMS_PER_PIECE !== 0) continue;
      yield piece;
      piece = "";
    }
    yield `${piece}]`;
  }
  for (const [name, value] of Object.entries(rest)) {
    yield `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }
  yield "}";
}
