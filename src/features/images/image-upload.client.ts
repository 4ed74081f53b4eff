import { readAnswer } from "../../api/answers.ts";
import { sendForm, type SendOptions } from "../../api/send.ts";

/**
 * Sends a picture (§7).
 * @returns its address, for an image field
 * @throws AnswerError with the server's sentence; TypeError without a connection; what the signal
 * was aborted with
 */
export async function uploadImage(file: File, options: SendOptions): Promise<string> {
  const form = new FormData();
  form.append("image", file);
  const answer = await readAnswer(await sendForm("/api/upload-image", form, options));
  // The call's contract (readings 3).
  return (answer as { url: string }).url;
}
