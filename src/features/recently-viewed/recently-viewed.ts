/** The models that a visitor has viewed, stored only in this browser. */
import { useEffect } from "react";

import { listen } from "../../ui/listen.ts";
import { isCount, isRecord, isText, parseList, type StoredFields } from "../../ui/stored-list.ts";
import { readStored, type Stored, useStored, writeStored } from "../../ui/storage.ts";
import { BODY_TYPES, type BodyType } from "../../domain/field-options.ts";

const RECENTLY_VIEWED_MODELS = 8;

/** Enough to name, picture and link a model without asking the server. */
export interface ViewedModel {
  readonly id: number;
  readonly make: string;
  readonly model: string;
  readonly bodyType: BodyType;
  /** null when the vehicle had no picture of its own */
  readonly image: string | null;
  readonly drawing: string;
  readonly trim: {
    readonly index: number;
    readonly trim: string;
    readonly year: number;
    /** absent in entries of earlier releases */
    readonly rowId?: number;
  };
}

function parseModel(fields: StoredFields): ViewedModel | null {
  if (!isRecord(fields["trim"])) return null;
  const { id, make, model, bodyType, image, drawing } = fields;
  const { index, trim, year, rowId } = fields["trim"];
  const knownType = BODY_TYPES.find((type) => type === bodyType);
  if (!isCount(id) || id === 0 || !isText(make) || !isText(model) || !knownType) return null;
  if (!isCount(index) || !isText(trim) || !isCount(year)) return null;
  return {
    id,
    make,
    model,
    bodyType: knownType,
    image: isText(image) ? image : null,
    drawing: isText(drawing) ? drawing : "",
    trim: { index, trim, year, ...(isCount(rowId) && { rowId }) },
  };
}

/**
 * Skips invalid entries; last seen first (limits-and-texts.md#storage-keys).
 * @throws SyntaxError when the text is not JSON
 */
export function parseViewed(text: string | null): readonly ViewedModel[] {
  return parseList(text, parseModel, ({ id }) => id, RECENTLY_VIEWED_MODELS);
}

export function addViewed(
  viewed: readonly ViewedModel[],
  seen: ViewedModel,
): readonly ViewedModel[] {
  return [seen, ...viewed.filter(({ id }) => id !== seen.id)].slice(0, RECENTLY_VIEWED_MODELS);
}

export const VIEWED_MODELS: Stored<readonly ViewedModel[]> = {
  key: "ev_recently_viewed",
  parse: parseViewed,
  format: (viewed) => (viewed.length === 0 ? null : JSON.stringify(viewed)),
};

export function clearViewed(): void {
  writeStored(VIEWED_MODELS, []);
}

export function useRecentlyViewed(): readonly ViewedModel[] {
  return useStored(VIEWED_MODELS);
}

/** Records a view once the page is visible: a tab opened in the background may never be seen. */
export function useRememberViewed(seen: ViewedModel): void {
  const { id } = seen;
  const { index } = seen.trim;
  useEffect(() => {
    const remember = () => {
      if (document.hidden) return;
      stop();
      writeStored(VIEWED_MODELS, addViewed(readStored(VIEWED_MODELS), seen));
    };
    const stop = listen(document, "visibilitychange", remember);
    remember();
    return stop;
    // Fresh data of the same trim is not a new visit.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, index]);
}
