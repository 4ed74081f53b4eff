/** What the calls that write rows say alike. */
export const BAD_FIELD = "A field is missing or not valid";
export const BAD_PICTURE = "The picture in the field image cannot be read";
export const NO_ROW = "No row has this id; a model's id is none";
export const TAKEN = "Another row or model is called so";

export function isData(image: string | null | undefined): image is string {
  return image?.startsWith("data:") ?? false;
}
