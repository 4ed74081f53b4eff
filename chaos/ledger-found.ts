import { ensure } from "./experiment.ts";

interface Row {
  id: number;
  make: string;
  model: string;
  price: number;
}

async function readJson<T>(address: string, cookie = ""): Promise<T> {
  const answer = await fetch(address, { headers: { cookie } });
  ensure(answer.status === 200, `${address} answers ${answer.status}.`);
  return (await answer.json()) as T; // guaranteed by the calls' contract, which has tests of its own
}

export const reviewOf = (comment: string) => ({ userName: "Ada", rating: 4, comment });

/** A JSON body that is also its own idempotency key. */
export function keyedJson(json: unknown) {
  const body = JSON.stringify(json);
  return { headers: { "content-type": "application/json", "idempotency-key": body }, body };
}

/** A server's data as visible through its public and administrators' calls. */
export function createFound() {
  let votes: Record<string, { total: number }> = {};
  let byId = new Map<number, Row>();
  let byModel = new Map<string, Row>();
  let ofMake = new Map<string, number>();
  let modelIds: number[] = [];
  async function commentsOf(origin: string, model: number): Promise<string[]> {
    const found: string[] = [];
    let total = 1;
    while (found.length < total) {
      const part = await readJson<{ reviews: { comment: string }[]; total: number }>(
        `${origin}/api/evs/${model}/reviews?offset=${found.length}`,
      );
      total = part.reviews.length === 0 ? 0 : part.total;
      found.push(...part.reviews.map(({ comment }) => comment));
    }
    return found;
  }

  return {
    async read(origin: string, cookie: string): Promise<void> {
      votes = await readJson(`${origin}/api/votes`);
      const { evs } = await readJson<{ evs: Row[] }>(`${origin}/api/evs?view=admin`, cookie);
      byId = new Map(evs.map((row) => [row.id, row]));
      byModel = new Map(evs.map((row) => [row.model, row]));
      ofMake = new Map();
      for (const { make } of evs) ofMake.set(make, (ofMake.get(make) ?? 0) + 1);
      if (modelIds.length > 0) return;
      const list = await readJson<{ ev: { id: number } }[]>(`${origin}/api/evs`);
      modelIds = [...new Set(list.map(({ ev }) => ev.id))];
    },
    votesOf: (model: number) => votes[model]?.total ?? 0,
    priceOf: (row: number) => byId.get(row)?.price,
    /** of the row of a model that has only one row */
    priceOfModel: (model: string) => byModel.get(model)?.price,
    idOf: (model: string) => byModel.get(model)?.id,
    rowsOfMake: (make: string) => ofMake.get(make) ?? 0,
    models: () => modelIds,
    comments: commentsOf,
    /** Resends a review whose answer was lost. @throws Error unless it is there exactly once afterwards */
    async sendAgain(origin: string, model: number, comment: string): Promise<void> {
      const init = { method: "POST", ...keyedJson(reviewOf(comment)) };
      const { status } = await fetch(`${origin}/api/evs/${model}/reviews`, init);
      const all = await commentsOf(origin, model);
      const times = all.filter((each) => each === comment).length;
      ensure(status === 201 && times === 1, `${comment}: ${status}, then there ${times} times.`);
    },
    /** @returns the status when requesting the picture */
    async picture(origin: string, id: string): Promise<number> {
      const answer = await fetch(`${origin}/images/upload/${id}`);
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}
