import { AnswerError } from "../catalogue/answers.ts";

const NOT_REACHED = "The server could not be reached. Please check your connection and try again.";

/** What a person is told of a failed call: the server's own sentence (§8). */
export function refusalOf(failure: unknown): string {
  if (!(failure instanceof AnswerError)) return NOT_REACHED;
  return failure.sentence || failure.message;
}
