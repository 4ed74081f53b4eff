import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { formatClaimValue } from "../../features/claims/claim-formats.ts";
import { sheetLabelOf } from "../../features/claims/claims.ts";
import { correctionQuery } from "../../features/corrections/corrections.queries.ts";
import type { CorrectionState } from "../../features/corrections/corrections.schema.ts";
import { upperFirst } from "../../domain/format.ts";
import { HOME } from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import { Loading, QueryError, Skeleton } from "../../ui/notice.tsx";
import { useDistance } from "../../ui/use-distance.ts";
import type { PageModule } from "../page.ts";
import { pageTitle } from "../site.tsx";
import styles from "./page.module.css";

/** Shows the state of a reader's correction (evidence.md#following-a-correction). */
function CorrectionPage({ token }: { token: string }) {
  const query = useQuery(correctionQuery(token));
  return (
    <div className={styles.page}>
      <meta name="robots" content="noindex" />
      {query.data ? (
        <State state={query.data} />
      ) : query.data === null ? (
        <NotFound />
      ) : query.isError ? (
        <QueryError title="The correction could not be loaded." query={query} />
      ) : (
        <Loading text="Loading the correction...">
          <Skeleton height="240px" />
        </Loading>
      )}
    </div>
  );
}

function State({ state: { car, field, value, status, reason } }: { state: CorrectionState }) {
  const distance = useDistance();
  const isFigure = field !== null && value !== null;
  return (
    <>
      <title>{pageTitle("Your correction")}</title>
      <h1>Your correction</h1>
      <p role="status" className={styles.status}>
        {upperFirst(status)}
      </p>
      <p className={styles.text}>{outcomeWords(status, isFigure)}</p>
      <dl className={styles.facts}>
        <Fact label="Car" text={<span translate="no">{car}</span>} />
        {isFigure && (
          <>
            <Fact label="Figure" text={sheetLabelOf(field)} />
            <Fact label="Proposed value" text={formatClaimValue(field, value, distance)} />
          </>
        )}
        {reason !== null && <Fact label="Reason" text={reason} />}
      </dl>
    </>
  );
}

function outcomeWords(status: CorrectionState["status"], isFigure: boolean): string {
  if (status === "declined") return "We looked into it and did not change the catalogue.";
  if (status === "accepted") {
    return isFigure ? "The figure has been corrected. Thank you." : "The car was added. Thank you.";
  }
  return "Somebody will check it. Keep this page’s address: the outcome will be shown here.";
}

function Fact({ label, text }: { label: string; text: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto">{text}</dd>
    </div>
  );
}

function NotFound() {
  return (
    <>
      <title>{pageTitle("Correction not found")}</title>
      <h1>Correction not found</h1>
      <p className={styles.text}>There is no such correction. Check that the link is complete.</p>
      <Button href={HOME} variant="primary" className={styles.home}>
        See all EVs
      </Button>
    </>
  );
}

export const page: PageModule = {
  Component: ({ params }) => <CorrectionPage token={params["token"] ?? ""} />,
  load: ({ client, params }) => client.query(correctionQuery(params["token"] ?? "")),
};
