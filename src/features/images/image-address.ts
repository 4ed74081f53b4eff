/** For the administrator's screens only: shoppers do not load `EvInput`. */
import { EvInput } from "../../vehicle/ev-input.ts";

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

function isOnPlaceholderHost(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return PLACEHOLDER_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

export interface JudgedAddress {
  /** null when there is none that could be shown */
  image: string | null;
  /** an error or a hint */
  message: string | null;
  isValid: boolean;
}

/**
 * Valid are `https://`, `data:image/` and paths of our own store; one on a placeholder host gets a
 * hint (§2). `imageHost` is the origin of the hosted image service.
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
