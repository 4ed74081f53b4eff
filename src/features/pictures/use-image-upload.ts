import { useEffect, useRef, useState } from "react";

import { AnswerError, readAnswer } from "../../ui/calls/answers.ts";
import { createRetryKeys } from "../../ui/calls/retry-key.ts";
import { sendForm, type SendOptions } from "../../ui/calls/send-form.ts";
import type { UploadedPicture } from "./pictures.schema.ts";
import { MAX_UPLOAD_BYTES } from "./pictures.ts";

const NO_CONNECTION =
  "The picture could not be uploaded. Please check your connection and try again.";

export type UploadState =
  | { phase: "idle" }
  /** `share` of the file that was sent, 0-1; at 1 the server is processing it */
  | { phase: "sending"; fileName: string; share: number }
  | { phase: "done"; fileName: string }
  | { phase: "failed"; sentence: string };

/** Calls `onBusyChange` when an upload starts and when it ends for any reason. */
export function useImageUpload(
  onUploaded: (url: string) => void,
  onBusyChange?: (isBusy: boolean) => void,
) {
  const [state, setState] = useState<UploadState>({ phase: "idle" });
  const running = useRef<AbortController>(null);
  // An upload outlives renders, so it calls the callbacks of the latest one.
  const handlers = useRef({ onUploaded, onBusyChange });
  useEffect(() => {
    handlers.current = { onUploaded, onBusyChange };
  });
  useEffect(
    () => () => {
      if (!running.current) return;
      running.current.abort();
      handlers.current.onBusyChange?.(false);
    },
    [],
  );

  function end(controller: AbortController, next: UploadState) {
    if (running.current !== controller) return;
    running.current = null;
    setState(next);
    handlers.current.onBusyChange?.(false);
  }

  /** Aborts a running upload, or clears the last result. */
  function reset() {
    running.current?.abort();
    if (running.current) end(running.current, { phase: "idle" });
    else setState({ phase: "idle" });
  }

  /** Uploads a file and aborts any running upload. */
  function send(file: File) {
    reset();
    if (file.size > MAX_UPLOAD_BYTES) {
      const sentence = `The picture is larger than ${MAX_UPLOAD_BYTES / 1e6} MB.`;
      setState({ phase: "failed", sentence });
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    const fileName = file.name;
    setState({ phase: "sending", fileName, share: 0 });
    handlers.current.onBusyChange?.(true);
    const onProgress = (share: number) => {
      if (running.current === controller) setState({ phase: "sending", fileName, share });
    };
    uploadImage(file, { onProgress, signal: controller.signal }).then(
      (url) => {
        if (running.current !== controller) return;
        handlers.current.onUploaded(url);
        end(controller, { phase: "done", fileName });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        console.error("Failed to upload image", error); // pictures.md#uploads
        const sentence = error instanceof AnswerError ? error.sentence : "";
        end(controller, { phase: "failed", sentence: sentence || NO_CONNECTION });
      },
    );
  }

  return { state, send, reset };
}

const retryKeyOf = createRetryKeys();

/** @throws AnswerError with the server's message; TypeError without a connection; the signal's reason */
async function uploadImage(file: File, options: SendOptions): Promise<string> {
  const form = new FormData();
  form.append("image", file);
  const retryKey = retryKeyOf(file);
  const response = await sendForm("/api/upload-image", form, { ...options, retryKey });
  return (await readAnswer<UploadedPicture>(response)).url;
}
