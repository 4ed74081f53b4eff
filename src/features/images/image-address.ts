/**
 * What an image field says of an address (§2 image cells). For the administrator's screens only:
 * the schema is no shopper's load.
 */
import { EvInput } from "../../vehicle/ev-input.ts";

/** Hosts that draw grey boxes or show anything at all, by their registered names. */
const PLACEHOLDER_HOSTS = [
  "dummyimage.com",
  "fakeimg.pl",
  "loremflickr.com",
  "lorempixel.com",
  "picsum.photos",
  "placehold.co",
  "placehold.it",
  "placeholder.com",
  "placeimg.com",
  "placekitten.com",
];

/** Whether a picture only holds a place: its host draws one for whoever asks. */
function isOnPlaceholderHost(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return PLACEHOLDER_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** An address as typed: what it is, and what to say of it. */
export interface JudgedAddress {
  /** the address to show a picture of; null when there is none that could be shown */
  image: string | null;
  /** an error, or what else to say; null for nothing */
  message: string | null;
  isValid: boolean;
}

/**
 * Judges an address as typed: `https://`, `data:image/` or a path of our own store is valid; one on
 * a placeholder host is asked to be replaced (§2).
 * @param imageHost origin of the hosted image service, or null
 */
export function judgeImageAddress(typed: string, imageHost: string | null): JudgedAddress {
  const { data, error } = EvInput.shape.image.safeParse(typed);
  if (error) return { image: null, message: error.issues[0]?.message ?? null, isValid: false };
  if (data === null || !isOnPlaceholderHost(data))
    return { image: data, message: null, isValid: true };
  const service = imageHost === null ? "a hosted-image-service URL" : `a ${imageHost}/ URL`;
  const message = `Placeholder image: please edit and set ${service}.`;
  return { image: data, message, isValid: true };
}
