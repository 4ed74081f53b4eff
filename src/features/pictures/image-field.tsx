import { clsx } from "clsx";
import { Check, CircleAlert, ImageOff, ImageUp, X } from "lucide-react";
import {
  type ClipboardEvent,
  type DragEvent,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

import { Button } from "../../ui/button.tsx";
import fields from "../../ui/fields.module.css";
import { AddressPicture, validateImageAddress } from "./image-cell-content.tsx";
import { useDocumentData } from "../../ui/document-data.ts";
import { MAX_UPLOAD_BYTES, NO_IMAGE } from "./pictures.ts";
import styles from "./image-field.module.css";
import { ApiError, readResponse } from "../../ui/calls/answers.ts";
import { createRetryKeys } from "../../ui/calls/retry-key.ts";
import { sendForm, type SendOptions } from "../../ui/calls/send-form.ts";
import type { UploadedPicture } from "./pictures.schema.ts";

const ADDRESS_REST_MS = 500;

const ACCEPTED_TYPES = "image/jpeg,image/png,image/webp,image/avif";

export interface ImageFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** called when an upload starts or ends, since saving has to wait for it */
  onBusyChange?: (isBusy: boolean) => void;
  error?: string | undefined;
  name?: string;
  isCompact?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * Takes the address of an image, or a picture to choose, drop or paste that is uploaded at once
 * (pictures.md#image-field, pictures.md#uploads). If an upload fails, the address stays as it was.
 */
export function ImageField({
  label,
  value,
  onChange,
  onBusyChange,
  error,
  name = "image",
  isCompact = false,
  inputRef,
}: ImageFieldProps) {
  const id = useId();
  const { imageHost } = useDocumentData();
  const { state, send, reset } = useImageUpload(onChange, onBusyChange);
  const rested = useRested(value);
  const [isOver, setIsOver] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  useKeepFilesFromPage();

  const validation = validateImageAddress(rested, imageHost);
  // Do not report an address that is still being typed.
  const note = error ?? (rested === value ? validation.message : null);
  const isInvalid = error !== undefined || (rested === value && !validation.isValid);

  const onDrop = (event: DragEvent) => {
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (!dropped) return;
    event.preventDefault();
    send(dropped);
  };
  const onPaste = (event: ClipboardEvent) => {
    const [pasted] = event.clipboardData.files;
    if (!pasted) return;
    event.preventDefault();
    send(pasted);
  };

  return (
    <div
      className={clsx(styles.field, isCompact && styles.compact)}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes("Files")) setIsOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) {
          setIsOver(false);
        }
      }}
      onDrop={onDrop}
      onPaste={onPaste}
    >
      <label
        htmlFor={id}
        className={clsx(fields.label, styles.label, isCompact && "visually-hidden")}
      >
        {label}
      </label>
      <div className={styles.preview}>
        {validation.image === null ? (
          <span className={styles.nothing}>
            <ImageOff aria-hidden />
            {NO_IMAGE}
          </span>
        ) : (
          <AddressPicture
            image={validation.image}
            alt={`Preview of ${label}`}
            className={styles.picture}
          />
        )}
      </div>
      <div className={styles.entry}>
        <input
          ref={inputRef}
          id={id}
          name={name}
          className={fields.control}
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={value}
          aria-invalid={isInvalid || undefined}
          aria-describedby={note === null ? undefined : `${id}note`}
          onChange={(event) => {
            if (state.phase !== "sending") reset();
            onChange(event.currentTarget.value);
          }}
        />
        {note !== null && (
          <p id={`${id}note`} className={clsx(styles.note, isInvalid ? fields.issue : fields.hint)}>
            {note}
          </p>
        )}
        <div className={styles.upload}>
          <input
            ref={fileInput}
            hidden
            type="file"
            aria-label={`${label}, picture file`}
            accept={ACCEPTED_TYPES}
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? [];
              if (chosen) send(chosen);
              currentTarget.value = ""; // so that choosing the same file again also fires a change
            }}
          />
          {state.phase === "sending" ? (
            <Button size="s" onClick={reset}>
              <X aria-hidden />
              Cancel upload
            </Button>
          ) : (
            <Button size="s" onClick={() => fileInput.current?.click()}>
              <ImageUp aria-hidden />
              Upload a picture
            </Button>
          )}
          {state.phase === "idle" && !isCompact && (
            <p className={fields.hint}>or drop one here: JPEG, PNG, WebP or AVIF, up to 12 MB</p>
          )}
          <UploadProgress state={state} />
        </div>
        {state.phase === "failed" && (
          <p role="alert" className={clsx(styles.note, fields.issue)}>
            <CircleAlert aria-hidden />
            {state.sentence}
          </p>
        )}
      </div>
    </div>
  );
}

/** Debounced, so that incomplete addresses are not requested. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ADDRESS_REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** A file dropped outside the field would replace the page and lose what was typed. */
function useKeepFilesFromPage() {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    window.addEventListener("dragover", keep);
    window.addEventListener("drop", keep);
    return () => {
      window.removeEventListener("dragover", keep);
      window.removeEventListener("drop", keep);
    };
  }, []);
}

function UploadProgress({ state }: { state: UploadState }) {
  const isSending = state.phase === "sending";
  return (
    <div className={styles.progress}>
      {isSending && (
        <progress
          className={styles.bar}
          aria-label={`Uploading ${state.fileName}`}
          value={state.share}
        />
      )}
      <p role="status" className={styles.words}>
        {state.phase === "done" && (
          <>
            <Check aria-hidden className={styles.uploaded} />
            Picture uploaded
          </>
        )}
        {isSending && (state.share < 1 ? "Uploading..." : "Preparing the picture...")}
      </p>
    </div>
  );
}

const NO_CONNECTION =
  "The picture could not be uploaded. Please check your connection and try again.";

type UploadState =
  | { phase: "idle" }
  /** `share` of the file that was sent, 0-1; at 1 the server is processing it */
  | { phase: "sending"; fileName: string; share: number }
  | { phase: "done"; fileName: string }
  | { phase: "failed"; sentence: string };

/** Calls `onBusyChange` when an upload starts and when it ends for any reason. */
function useImageUpload(
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
        const sentence = error instanceof ApiError ? error.sentence : "";
        end(controller, { phase: "failed", sentence: sentence || NO_CONNECTION });
      },
    );
  }

  return { state, send, reset };
}

const retryKeyOf = createRetryKeys();

/** @throws ApiError with the server's message; TypeError without a connection; the signal's reason */
async function uploadImage(file: File, options: SendOptions): Promise<string> {
  const form = new FormData();
  form.append("image", file);
  const retryKey = retryKeyOf(file);
  const response = await sendForm("/api/upload-image", form, { ...options, retryKey });
  return (await readResponse<UploadedPicture>(response)).url;
}
