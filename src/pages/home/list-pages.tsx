import { withBase } from "../../domain/base-path.ts";
import { HOME, listPath } from "../../domain/routes.ts";
import { FIRST_CARDS } from "../../features/catalogue/catalogue.queries.ts";
import { PageLinks } from "../../ui/pager.tsx";
import type { ServedResults } from "../../features/catalogue/use-catalogue.ts";

/**
 * Pages through the rest of the list without JavaScript. Rendered only on the server, because a browser with
 * scripts neither shows nor hydrates noscript.
 */
export function ListPages({ found }: { found: ServedResults | undefined }) {
  return <noscript>{import.meta.env.SSR && found && <Pages {...found} />}</noscript>;
}

function Pages({ filters, page, modelCount }: ServedResults) {
  return (
    <PageLinks
      label="Pages of the list"
      page={page}
      pages={Math.ceil(modelCount / FIRST_CARDS)}
      addressOf={(one) => withBase(`${listPath(filters, one)}#database`)}
      nextLabel={page === 0 ? "See the whole list" : "Next"}
    >
      {filters !== "" && <a href={withBase(`${HOME}#database`)}>All models</a>}
    </PageLinks>
  );
}
