/** Serializes data as JSON that cannot end its script element. */
export function serializeJson(data: unknown): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

/** Structured data for search engines; inert, so the policy needs no hash of it. */
export function LinkedData({ data }: { data: unknown }) {
  return (
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: serializeJson(data) }} />
  );
}
