/** The part of negotiator 1 that we use; its published types lack `preferred`. */
declare module "negotiator" {
  export default class Negotiator {
    constructor(request: { headers: Readonly<Record<string, string | undefined>> });
    encoding<Encoding extends string>(
      available: readonly Encoding[],
      options: { preferred: readonly Encoding[] },
    ): Encoding | undefined;
    /** the media types that the client accepts, without those of weight 0 */
    mediaTypes(): string[];
  }
}
