/** Stops, freezes or cuts off the PostgreSQL of a running server. */
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { findPostgres } from "../test/postgres.ts";
import { startPair } from "../test/postgres-pair.ts";
import { startProxy, type TestProxy } from "../test/proxy.ts";
import { breakUnderLoad } from "./broken-server.ts";
import { ensure, type Experiment, type ExperimentContext } from "./experiment.ts";
import { type Postgres, startPostgres } from "./postgres-server.ts";
import { makeFolder, start } from "./servers.ts";

interface Fault {
  begin(postgres: Postgres, proxy: TestProxy): Promise<void> | void;
  end(postgres: Postgres, proxy: TestProxy): Promise<void> | void;
}

async function breakDatabase(context: ExperimentContext, fault: Fault): Promise<string> {
  const postgres = await startPostgres(context);
  const proxy = await startProxy(postgres.url);
  context.cleanUp(() => proxy.stop());
  const env = { DATA_DIR: await makeFolder(context), DATABASE_URL: proxy.url };
  const server = await start(context, env);
  const { seen } = await breakUnderLoad(context, server, {
    begin: () => fault.begin(postgres, proxy),
    end: () => fault.end(postgres, proxy),
  });
  await ensureListening(postgres.url);
  server.process.kill("SIGTERM");
  ensure((await server.ended) === 0, "The stop failed.");
  return seen;
}

/** Waits until the server has reopened the connection on which it polls. */
async function ensureListening(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const started = performance.now(); performance.now() - started < 5_000;) {
      const { rowCount } = await client.query(
        `select 1 from pg_stat_activity where application_name = 'ev-catalogue'
          and query like 'select "version" as "catalogue"%'
          and query_start > now() - interval '2 seconds'`,
      );
      if (rowCount) return;
      await setTimeout(100);
    }
  } finally {
    await client.end();
  }
  throw new Error("The server does not listen any more.");
}

function experiment(name: string, title: string, fault: Fault): Experiment {
  return { name: `postgres-${name}`, title, run: (context) => breakDatabase(context, fault) };
}

const failover: Experiment = {
  name: "postgres-failover",
  title:
    "the primary behind one address is killed, its synchronous standby promoted, nothing restarted",
  async run(context) {
    const programs = findPostgres();
    ensure(programs !== undefined, "PostgreSQL 15 or newer was not found.");
    const pair = await startPair(programs, context.cleanUp);
    const proxy = await startProxy(pair.primary);
    context.cleanUp(() => proxy.stop());
    const env = { DATA_DIR: await makeFolder(context), DATABASE_URL: proxy.url };
    const server = await start(context, env);
    const { seen } = await breakUnderLoad(context, server, {
      begin() {
        pair.signalPrimary("SIGKILL");
        proxy.forwardTo(pair.standby);
      },
      end: () => pair.promoteStandby(),
    });
    return seen;
  },
};

export const postgresExperiments: readonly Experiment[] = [
  failover,
  experiment("stopped", "PostgreSQL is stopped and started again", {
    begin: (postgres) => postgres.stop(),
    end: (postgres) => postgres.startAgain(),
  }),
  experiment("frozen", "PostgreSQL hangs (SIGSTOP), connections stay open", {
    begin: (postgres) => postgres.freeze(),
    end: (postgres) => postgres.goOn(),
  }),
  experiment("cut", "connections break amid the answer to COMMIT", {
    begin: (_postgres, proxy) => proxy.behave({ cutAfter: "commit" }),
    end: (_postgres, proxy) => proxy.behave({}),
  }),
];
