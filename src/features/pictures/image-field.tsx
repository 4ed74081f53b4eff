import { clsx } from "clsx";
import { Check, CircleAlert, ImageOff, ImageUp, X } from "lucide-react";
import { useMutation } from "@tanstack/react-query";
import { type Ref, useEffect, useEffectEvent, useId, useRef, useState } from "react";

import { useDelayedValue } from "../../ui/use-delayed-value.ts";
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
 * An address, or a picture to choose, uploaded at once (pictures.md#uploads). If the upload
 * fails, the address stays as it was.
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
  const upload = useImageUpload(onChange, onBusyChange);
  const isSending = upload.status === "pending";
  // Incomplete addresses are not requested.
  const rested = useDelayedValue(value, ADDRESS_REST_MS);
  const fileInput = useRef<HTMLInputElement>(null);

  const validation = validateImageAddress(rested, imageHost);
  // Do not report an address that is still being typed.
  const note = error ?? (rested === value ? validation.message : null);
  const isInvalid = error !== undefined || (rested === value && !validation.isValid);

  return (
    <div className={clsx(styles.field, isCompact && styles.compact)}>
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
            if (!isSending) upload.clear();
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
              if (chosen) upload.send(chosen);
              currentTarget.value = ""; // so that choosing the same file again also fires a change
            }}
          />
          {isSending ? (
            <Button size="s" onClick={upload.clear}>
              <X aria-hidden />
              Cancel upload
            </Button>
          ) : (
            <Button size="s" onClick={() => fileInput.current?.click()}>
              <ImageUp aria-hidden />
              Upload a picture
            </Button>
          )}
          {upload.status === "idle" && !isCompact && (
            <p className={fields.hint}>JPEG, PNG, WebP or AVIF, up to 12 MB</p>
          )}
          <UploadProgress upload={upload} />
        </div>
        {upload.failure && (
          <p role="alert" className={clsx(styles.note, fields.issue)}>
            <CircleAlert aria-hidden />
            {upload.failure}
          </p>
        )}
      </div>
    </div>
  );
}

interface UploadProgressProps {
  upload: Pick<ReturnType<typeof useImageUpload>, "status" | "share" | "fileName">;
}

function UploadProgress({ upload: { status, share, fileName } }: UploadProgressProps) {
  const isSending = status === "pending";
  return (
    <div className={styles.progress}>
      {isSending && (
        <progress className={styles.bar} aria-label={`Uploading ${fileName}`} value={share} />
      )}
      <p role="status" className={styles.words}>
        {status === "success" && (
          <>
            <Check aria-hidden className={styles.uploaded} />
            Picture uploaded
          </>
        )}
        {isSending && (share < 1 ? "Uploading..." : "Preparing the picture...")}
      </p>
    </div>
  );
}

const NO_CONNECTION =
  "The picture could not be uploaded. Please check your connection and try again.";
const TOO_LARGE = `The picture is larger than ${MAX_UPLOAD_BYTES / 1e6} MB.`;

interface Upload extends SendOptions {
  file: File;
}

/** Uploads one picture at a time; a new one aborts the one before. */
function useImageUpload(
  onUploaded: (url: string) => void,
  onBusyChange?: (isBusy: boolean) => void,
) {
  /** of the file that was sent, 0-1; at 1 the server is processing it */
  const [share, setShare] = useState(0);
  const running = useRef<AbortController>(null);
  const { mutate, reset, status, error, variables } = useMutation({
    mutationFn: uploadImage,
    onSuccess: (url) => onUploaded(url),
    onError(failure, { signal }) {
      if (signal?.aborted || failure instanceof RangeError) return;
      console.error("Failed to upload image", failure); // pictures.md#uploads
    },
  });
  const isSending = status === "pending";
  const reportBusy = useEffectEvent((isBusy: boolean) => onBusyChange?.(isBusy));
  useEffect(() => {
    if (!isSending) return undefined;
    reportBusy(true);
    return () => reportBusy(false);
  }, [isSending]);
  useEffect(() => () => running.current?.abort(), []);
  /** Aborts a running upload, or clears the last result. */
  const clear = () => {
    running.current?.abort();
    reset();
  };
  return {
    status,
    share,
    fileName: variables?.file.name,
    failure: error && messageFor(error),
    clear,
    send(file: File) {
      clear();
      running.current = new AbortController();
      setShare(0);
      mutate({ file, onProgress: setShare, signal: running.current.signal });
    },
  };
}

function messageFor(error: Error): string {
  if (error instanceof RangeError) return error.message;
  return (error instanceof ApiError && error.serverMessage) || NO_CONNECTION;
}

const retryKeyOf = createRetryKeys();

/** @throws RangeError, ApiError with the server's message; TypeError without a connection; the signal's reason */
async function uploadImage({ file, ...options }: Upload): Promise<string> {
  if (file.size > MAX_UPLOAD_BYTES) throw new RangeError(TOO_LARGE);
  const form = new FormData();
  form.append("image", file);
  const retryKey = retryKeyOf(file);
  const response = await sendForm("/api/upload-image", form, { ...options, retryKey });
  return (await readResponse<UploadedPicture>(response)).url;
}
