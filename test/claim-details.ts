/** What a claim says besides its value, its method and its source, when it says none of it. */
export const NO_DETAILS = {
  url: null,
  published: null,
  checked: null,
  confidence: null,
  note: null,
};
