import { clsx } from "clsx";
import { Check, CircleAlert, ImageOff, ImageUp } from "lucide-react";
import { useMutation } from "@tanstack/react-query";
import { type Ref, useId, useRef } from "react";

import { useDelayedValue } from "../../ui/use-delayed-value.ts";
import { Button } from "../../ui/button.tsx";
import fields from "../../ui/fields.module.css";
import { AddressPicture, validateImageAddress } from "./image-cell-content.tsx";
import { useDocumentData } from "../../ui/document-data.ts";
import { MAX_UPLOAD_BYTES, NO_IMAGE } from "./pictures.ts";
import styles from "./image-field.module.css";
import { ApiError } from "../../ui/calls/answers.ts";
import { createRetryKeys } from "../../ui/calls/retry-key.ts";
import { sendForm } from "../../ui/calls/send.ts";
import type { UploadedPicture } from "./pictures.schema.ts";

const ADDRESS_REST_MS = 500;

const ACCEPTED_TYPES = "image/jpeg,image/png,image/webp,image/avif";

/**
 * An address, or a picture to choose, uploaded at once (pictures.md#uploads). If the upload
 * fails, the address stays as it was.
 */
export function ImageField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** called when an upload starts or ends, since saving has to wait for it */
  onBusyChange?: (isBusy: boolean) => void;
  error?: string | undefined;
  name?: string;
  isCompact?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const {
    label,
    value,
    onChange,
    onBusyChange,
    error,
    name = "image",
    isCompact = false,
    inputRef,
  } = props;
  const id = useId();
  const { imageHost } = useDocumentData();
  const upload = useMutation({
    mutationFn: uploadImage,
    onMutate: () => onBusyChange?.(true),
    onSettled: () => onBusyChange?.(false),
    onError(failure) {
      // pictures.md#uploads
      if (!(failure instanceof RangeError)) console.error("Failed to upload image", failure);
    },
  });
  const isSending = upload.isPending;
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
            upload.reset();
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
              // Not called when the field is gone by then.
              if (chosen) upload.mutate(chosen, { onSuccess: (url) => onChange(url) });
              currentTarget.value = ""; // so that choosing the same file again also fires a change
            }}
          />
          <Button size="s" pending={isSending} onClick={() => fileInput.current?.click()}>
            <ImageUp aria-hidden />
            {isSending ? "Uploading..." : "Upload a picture"}
          </Button>
          {upload.isIdle && !isCompact && (
            <p className={fields.hint}>JPEG, PNG, WebP or AVIF, up to 12 MB</p>
          )}
          <p role="status" className={styles.words}>
            {upload.isSuccess && (
              <>
                <Check aria-hidden className={styles.uploaded} />
                Picture uploaded
              </>
            )}
          </p>
        </div>
        {upload.error && (
          <p role="alert" className={clsx(styles.note, fields.issue)}>
            <CircleAlert aria-hidden />
            {messageFor(upload.error)}
          </p>
        )}
      </div>
    </div>
  );
}

const NO_CONNECTION =
  "The picture could not be uploaded. Please check your connection and try again.";
const TOO_LARGE = `The picture is larger than ${MAX_UPLOAD_BYTES / 1e6} MB.`;

function messageFor(error: Error): string {
  if (error instanceof RangeError) return error.message;
  return (error instanceof ApiError && error.serverMessage) || NO_CONNECTION;
}

const retryKeyOf = createRetryKeys();

/** @throws RangeError, ApiError with the server's message; TypeError without a connection */
async function uploadImage(file: File): Promise<string> {
  if (file.size > MAX_UPLOAD_BYTES) throw new RangeError(TOO_LARGE);
  const form = new FormData();
  form.append("image", file);
  const retryKey = retryKeyOf(file);
  return (await sendForm<UploadedPicture>("/api/upload-image", form, { retryKey })).url;
}
