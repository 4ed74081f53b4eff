/** What has to be true of every catalogue, however it has been used. */
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import type { Ev, EvListEntry, EvRow } from "../src/domain/vehicle.ts";

type Votes = Record<string, { upvotes: number; downvotes: number; total: number }>;
interface Reviews {
  total: number;
  averageRating: number | null;
}

/** Queries that return nothing as long as the data is consistent. */
const NOTHING = {
  "votes of no model": "select 1 from votes where model_id not in (select id from models)",
  "rows of no model": "select 1 from ev_rows where model_id not in (select id from models)",
  "models without rows": "select 1 from models where id not in (select model_id from ev_rows)",
  "reviews of no model": "select 1 from reviews where model_id not in (select id from models)",
  "reviews of another model's trim":
    "select 1 from reviews r where row_id is not null and not exists (select 1 from ev_rows e where e.id = r.row_id and e.model_id = r.model_id)",
  "aliases that are models or rows":
    "select 1 from model_aliases where id in (select id from models) or id in (select id from ev_rows)",
  "flags of no review":
    "select 1 from review_flags where review_id not in (select id from reviews)",
  "claims of no row": "select 1 from claims where row_id not in (select id from ev_rows)",
  "ids of both a row and a model": "select 1 from ev_rows join models on ev_rows.id = models.id",
  "ids yet to be given":
    "select 1 from id_sequences where name = 'catalogue' and next_id <= (select max(id) from ev_rows)",
  "vote stats that are not their votes": `
    select 1 from (
      select model_id, sum(is_upvote) as up, sum(1 - is_upvote) as down from votes
      group by model_id
    ) v
    full join vote_stats s on s.model_id = v.model_id
    where coalesce(s.upvotes, 0) <> coalesce(v.up, 0) or coalesce(s.downvotes, 0) <> coalesce(v.down, 0)`,
};

/** Works in both engines. The last change of each row records its values (0 is unknown) or its deletion. */
export const UNTOLD_CHANGES = `
  select coalesce(e.id, c.row_id) from ev_rows e
  full join (
    select * from row_changes where id in (select max(id) from row_changes group by row_id)
  ) c on c.row_id = e.id
  where case
    when e.id is null then c.kind <> 'removed'
    when c.id is null or c.kind = 'removed' then true
    else nullif(e.price, 0) is distinct from c.price or nullif(e."range", 0) is distinct from c."range"
  end`;

const keyOf = ({ make, model }: Pick<EvRow, "make" | "model">) =>
  `${make.trim()}\n${model.trim()}`.toLowerCase();

type Expect = (holds: boolean, what: string) => void;
type Read = <T>(path: string) => Promise<T>;

interface AdminList {
  evs: EvRow[];
  total: number;
  models: number;
}

function checkRows({ evs: rows, total, models }: AdminList, expect: Expect): void {
  expect(total === rows.length, `total is ${total} of ${rows.length} rows`);
  expect(new Set(rows.map(({ id }) => id)).size === rows.length, "row ids are not unique");
  const identities = rows.map(
    (row) => `${keyOf(row)}\n${row.trim.trim().toLowerCase()}\n${row.year}`,
  );
  expect(new Set(identities).size === rows.length, "identities are not unique");
  expect(
    rows.every(({ version }) => Number.isInteger(version) && version >= 1),
    "versions are no numbers from 1",
  );
  const byModel = Object.groupBy(rows, keyOf);
  expect(models === Object.keys(byModel).length, `${models} models are counted`);
  expect(
    rows.every((row, at) => {
      const before = rows[at - 1];
      return row.isModelHeader === (before === undefined || keyOf(before) !== keyOf(row));
    }),
    "a header is not the first row of its model",
  );
}

async function checkModels(list: readonly EvListEntry[], read: Read, expect: Expect) {
  const entriesOf = new Map<number, EvListEntry[]>();
  let previous = 0;
  for (const entry of list) {
    const { id } = entry.ev;
    expect(id === previous || !entriesOf.has(id), `the entries of ${id} are not adjacent`);
    entriesOf.set(id, [...(entriesOf.get(id) ?? []), entry]);
    previous = id;
  }
  const votes = await read<Votes>("/api/votes");
  for (const [id, { upvotes, downvotes, total: all }] of Object.entries(votes)) {
    expect(upvotes + downvotes === all && all > 0, `the votes of ${id} do not add up`);
    expect(entriesOf.has(Number(id)), `${id} has votes and is no model`);
  }
  for (const [id, entries] of entriesOf) {
    const direct = await read<Ev & { dbValues: object; zeroToSixty: unknown }>(
      `/api/evs/${id}/direct`,
    );
    const { dbValues: _values, zeroToSixty: _time, ...ev } = direct;
    const [first] = entries;
    const listed = first && { ...first.ev, trims: entries.map(({ trim }) => trim) };
    expect(isDeepStrictEqual(ev, listed), `/direct and the list differ about ${id}`);
    expect(
      ev.trims.every((trim, at) => trim.index === at),
      `the trims of ${id} are not counted from 0`,
    );
    if (ev.reviewCount === 0) continue;
    const { total: reviews, averageRating } = await read<Reviews>(`/api/evs/${id}/reviews`);
    expect(
      reviews === ev.reviewCount && averageRating === ev.averageRating,
      `${id} has ${reviews} reviews and counts ${ev.reviewCount}`,
    );
  }
}

/** Importing the export must change nothing. */
async function checkExport(origin: string, cookie: string, rows: number, expect: Expect) {
  const form = new FormData();
  form.set("file", await (await fetch(`${origin}/api/evs.csv`)).blob(), "export.csv");
  const again = await fetch(`${origin}/api/evs/upload?dryRun=true`, {
    method: "POST",
    headers: { cookie },
    body: form,
  });
  const { added, skipped, invalid } = (await again.json()) as Record<string, unknown[] | undefined>;
  expect(
    added?.length === 0 && skipped?.length === rows && invalid?.length === 0,
    `the export would add ${added?.length}, skip ${skipped?.length} and refuse ${JSON.stringify(invalid?.slice(0, 3))}`,
  );
}

function checkDatabase(file: string, rows: number, expect: Expect): void {
  const database = new DatabaseSync(file, { readOnly: true });
  const stored = database.prepare("select count(*) as rows from ev_rows").get();
  expect(stored?.["rows"] === rows, `the database has ${String(stored?.["rows"])} rows`);
  const questions = { ...NOTHING, "changes that nobody is told": UNTOLD_CHANGES };
  for (const [what, question] of Object.entries(questions)) {
    expect(database.prepare(question).get() === undefined, `there are ${what}`);
  }
  database.close();
}

/** Checks all invariants as an administrator. @returns one sentence for each violation */
export async function brokenInvariants(
  origin: string,
  cookie: string,
  databaseFile: string,
): Promise<string[]> {
  const read = async <T>(path: string) =>
    (await (await fetch(origin + path, { headers: { cookie } })).json()) as T;
  const broken: string[] = [];
  const expect: Expect = (holds, what) => void (holds || broken.push(what));

  const adminList = await read<AdminList>("/api/evs?view=admin");
  const rows = adminList.evs.length;
  const list = await read<EvListEntry[]>("/api/evs");
  const { count } = await read<{ count: number }>("/api/evs/count");
  expect(count === rows, `count is ${count} of ${rows} rows`);
  expect(list.length === rows, `the list has ${list.length} of ${rows} rows`);
  checkRows(adminList, expect);
  await checkModels(list, read, expect);
  await checkExport(origin, cookie, rows, expect);
  checkDatabase(databaseFile, rows, expect);
  return broken;
}
