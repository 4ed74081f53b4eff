import { clsx } from "clsx";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, CarFront, Calculator } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link, useSearch } from "wouter";
import { evQuery } from "../../features/catalogue/catalogue.queries.ts";
import { REVIEWS_ID, useForcedTop } from "../../ui/scrolling/forced-top.ts";
import { TrimPicker, useShownTrim } from "../../features/catalogue/detail-trims.tsx";
import { AllSources } from "./all-sources.tsx";
import { FigureHistory } from "../../features/changes/figure-history.tsx";
import { BrandLogo } from "../../features/pictures/brand-logo.tsx";
import {
  imageFor,
  hasTypicalMeasures,
  typicalMeasures,
  drawingPath,
  imageAlt,
} from "../../features/pictures/pictures.ts";
import { VehiclePicture } from "../../features/pictures/vehicle-picture.tsx";
import { VehicleVotes, VoteButton } from "../../features/ranking/vote-button.tsx";
import { useRememberViewed } from "../../features/recently-viewed/recently-viewed.ts";
import { RecentlyViewed } from "../../features/recently-viewed/recently-viewed-strip.tsx";
import { CostCard } from "../../features/savings/cost-card.tsx";
import { RatingHoverCard } from "../../features/reviews/rating-hover-card.tsx";
import { Rating } from "../../features/reviews/stars.tsx";
import { ReviewsPanel } from "../../features/reviews/reviews-panel.tsx";
import { SizeBeside } from "../../features/size/size-beside.tsx";
import { TripPanel } from "../../features/trip/trip-panel.tsx";
import {
  asksForSources,
  evIdOf,
  HOME,
  evPath,
  costPath,
  sourcesPath,
} from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import { useDocumentData } from "../../ui/document-data.ts";
import { Loading, QueryError, Skeleton } from "../../ui/notice.tsx";
import { Unbroken } from "../../ui/unbroken.tsx";
import { trimName } from "../../domain/trims.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import type { PageModule } from "../page.ts";
import { PageHead, pageTitle } from "../site.tsx";
import { ChargingFacts, LeadFigures, LeadFiguresSkeleton } from "./lead-figures.tsx";
import { loadEvDetail } from "./loader.ts";
import message from "../message-page.module.css";
import styles from "./page.module.css";
import { structuredData, vehicleDescription } from "../../features/catalogue/structured-data.ts";
import { LinkedData } from "../../ui/json-script.tsx";
import { CompareToggle } from "../../features/compare/compare-button.tsx";
import { SaveButton } from "../../features/saved/save-button.tsx";
import { OwnShortcut } from "../../features/shortcuts/shortcuts.tsx";
import bar from "../../ui/bottom-bar.module.css";
import { withBase } from "../../domain/base-path.ts";
import { estimateCharging } from "../../domain/charging-estimate.ts";
import { FigureSources, SpecTable } from "../../features/catalogue/spec-table.tsx";
import type { FigureField } from "../../features/claims/claims.ts";
import { useEvidence } from "../../features/claims/claims.queries.ts";
import { TestList } from "../../features/claims/test-list.tsx";
import { CompareTray } from "../../features/compare/compare-tray.tsx";
import { lazyDialog, useDialog } from "../../ui/lazy.tsx";

const { Dialog: SourcesDialog } = lazyDialog(
  async () => (await import("./sources-dialog.tsx")).SourcesDialog,
);

/** @param id of the model or one of its rows */
function EvDetailPage({ id }: { id: number }) {
  const query = useQuery(evQuery(id));
  const ev = query.data;
  const search = useSearch();
  const { trim, gone } = useShownTrim(ev, { id, search });
  const isUnknown = ev === null;

  if (ev && trim && asksForSources(search)) {
    return (
      <div className={styles.page}>
        <title>{pageTitle(`Sources: ${ev.make} ${ev.model}`)}</title>
        <meta name="robots" content="noindex" />
        <AllSources ev={ev} trim={trim} />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <Link href={HOME} className={styles.back}>
        <ArrowLeft aria-hidden size={18} />
        Back to Showcase
      </Link>
      {ev && trim ? (
        <Vehicle ev={ev} trim={trim} gone={gone} />
      ) : isUnknown ? (
        <VehicleNotFound />
      ) : query.isPending ? (
        <VehicleLoading />
      ) : (
        <QueryError title="This vehicle could not be loaded." query={query} />
      )}
      {!isUnknown && <ScrollNotice ready={Boolean(ev)} />}
    </div>
  );
}

/** A separate component, so that nothing else renders again. */
function ScrollNotice({ ready }: { ready: boolean }) {
  if (!useForcedTop(ready)) return null;
  return (
    <div className={styles.noticePlace}>
      <p role="status" className={styles.notice}>
        Scrolling to top
      </p>
    </div>
  );
}

/** Longer names have smaller letters. */
const LONG_NAME_CHARACTERS = 40;

function Vehicle(props: {
  ev: Ev;
  trim: Trim;
  /** see useShownTrim */
  gone: string | undefined;
}) {
  const { ev, trim, gone } = props;
  const hasSeveralTrims = ev.trims.length > 1;
  const name = `${ev.make} ${ev.model}`;
  const isLong = name.length > LONG_NAME_CHARACTERS;
  const viewed = {
    id: ev.id,
    make: ev.make,
    model: ev.model,
    bodyType: ev.bodyType,
    image: trim.image ?? ev.image,
    drawing: ev.drawing,
    trim: { index: trim.index, trim: trim.trim, year: trim.year, rowId: trim.rowId },
  };
  useRememberViewed(viewed);
  return (
    <article>
      <DetailHead ev={ev} trim={trim} />
      <header className={styles.top}>
        <Picture ev={ev} trim={trim} />
        <div>
          <p className={styles.make}>
            <BrandLogo make={ev.make} />
            {trim.year || ev.year} · {ev.bodyType}
          </p>
          <h1
            translate="no"
            title={isLong ? name : undefined}
            className={clsx(isLong && `clamp ${styles.long}`)}
          >
            <Unbroken>{name}</Unbroken>
          </h1>
          <p aria-live="polite" translate="no" className={styles.trim}>
            {trimName(ev, trim)}
          </p>
          <div role="status">
            {gone && (
              <p className={styles.gone}>
                <strong translate="no">{gone}</strong> is no longer listed. This is{" "}
                <span translate="no">{trimName(ev, trim)}</span>.
              </p>
            )}
          </div>
          <div className={styles.opinions}>
            <RatingHoverCard ev={ev}>
              <a href={`#${REVIEWS_ID}`} className="touch note">
                <Rating ev={ev} />
              </a>
            </RatingHoverCard>
            <VehicleVotes ev={ev} />
          </div>
          <EvActions ev={ev} trim={trim} />
        </div>
        <LeadFigures ev={ev} trim={trim} />
      </header>
      <ChargingFacts trim={trim} />

      {hasSeveralTrims && (
        <Section title={`${ev.trims.length} trims`}>
          <TrimPicker ev={ev} chosen={trim} />
        </Section>
      )}

      <div className={styles.answers}>
        <Section title="Cost to own">
          <CostCard trim={trim} />
        </Section>
        <Section title="A long drive">
          <TripPanel cars={[{ ev, trim }]} />
        </Section>
      </div>

      <Specifications ev={ev} trim={trim} />

      <Section title="Size">
        <SizeBeside ev={ev} trim={trim} />
      </Section>

      <Section id={REVIEWS_ID} title="Reviews">
        <ReviewsPanel ev={ev} trim={trim} />
      </Section>

      <RecentlyViewed except={ev.id} className={styles.section} />
    </article>
  );
}

/** Search engines and previews read it; without an origin, addresses stay paths (everywhere.md#search-engines). */
function DetailHead({ ev, trim }: { ev: Ev; trim: Trim }) {
  const { publicUrl, imageHost } = useDocumentData();
  const title = pageTitle(`${ev.make} ${ev.model} ${trimName(ev, trim)}`.trim());
  const description = vehicleDescription(ev, trim);
  // Always the same picture, whatever the device.
  const { src, isDrawing } = imageFor(ev, trim, { device: "other", imageHost });
  const image = {
    src: isDrawing ? drawingPath(ev, "jpg") : src,
    alt: imageAlt(ev, isDrawing),
  };
  return (
    <>
      <PageHead
        type="product"
        title={title}
        description={description}
        path={evPath(ev.id)}
        image={image}
      />
      <LinkedData data={structuredData(ev, trim, image.src, publicUrl)} />
    </>
  );
}

/** A drawing is labelled as such (pictures.md#drawings). */
function Picture({ ev, trim }: { ev: Ev; trim: Trim }) {
  const { isDrawing } = imageFor(ev, trim, useDocumentData());
  return (
    <figure className={styles.picture}>
      <VehiclePicture ev={ev} trim={trim} eager />
      {isDrawing && (
        <figcaption className="fine">
          {hasTypicalMeasures(ev)
            ? `Some dimensions are ${typicalMeasures(ev.bodyType)}.`
            : "Drawn to scale from its dimensions."}{" "}
          Not a photo.
        </figcaption>
      )}
    </figure>
  );
}

/** Actions for this car; on a phone they are at the bottom (one-car.md#actions). */
function EvActions({ ev, trim }: { ev: Ev; trim: Trim }) {
  return (
    <>
      <div
        role="group"
        aria-label="Actions"
        data-actions
        data-bottom-bar
        data-scripted
        className={clsx(bar.bar, styles.actions)}
      >
        <span className={bar.onlyInBar}>
          <OwnShortcut />
        </span>
        <VoteButton ev={ev} />
        <SaveButton ev={ev} trim={trim} />
        <CompareToggle ev={ev} trim={trim} />
        <Button href={costPath(trim.rowId)}>
          <Calculator aria-hidden />
          <span>
            Cost<span className={bar.notInBar}> to own</span>
          </span>
        </Button>
      </div>
      <CompareTray evs={[ev]} variant="bottom" />
    </>
  );
}

/** Shows every figure, with a link to its sources, and what others measured. */
function Specifications({ ev, trim }: { ev: Ev; trim: Trim }) {
  const isEstimated = estimateCharging(trim, useDocumentData().chargingRates) !== null;
  const evidence = useEvidence(ev.id, trim.rowId);
  const { subject: opened = "range", show, control } = useDialog<FigureField>();
  return (
    <>
      <Section title="Specifications">
        <SpecTable ev={ev} trim={trim} evidence={evidence} onOpen={show}>
          <FigureHistory ev={ev} trim={trim} />
        </SpecTable>
        <div className={styles.notes}>
          <p className="note">
            Select a figure to see its sources, or read{" "}
            <a href={withBase(sourcesPath(ev.id, trim))}>all sources on one page</a>.{" "}
            {evidence &&
              evidence.oneSource.length > 0 &&
              "A dot marks figures from a single source. "}
            {isEstimated &&
              "The charging time is estimated from battery size, peak power and how other cars charge. "}
            The $7,500 federal tax credit ended for vehicles acquired after September 30, 2025. N/A
            means unknown.
          </p>
          <FigureSources trim={trim} />
        </div>
        <SourcesDialog
          key={`${trim.rowId} ${opened}`}
          ev={ev}
          trim={trim}
          field={opened}
          {...control}
        />
      </Section>
      {evidence && evidence.tests.length > 0 && (
        <Section title="Tested by others">
          <TestList tests={evidence.tests} hasHeadings />
        </Section>
      )}
    </>
  );
}

function Section(props: { id?: string; title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section id={props.id} aria-labelledby={heading} className={styles.section}>
      <h2 id={heading}>{props.title}</h2>
      {props.children}
    </section>
  );
}

function VehicleLoading() {
  return (
    <Loading text="Loading vehicle details...">
      <div className={styles.top}>
        <Skeleton height="100%" className={styles.waitingPicture} />
        <div>
          <Skeleton count={3} width="60%" className={styles.waitingTitle} />
          <Skeleton height="44px" className={styles.waitingActions} />
        </div>
        <LeadFiguresSkeleton />
      </div>
    </Loading>
  );
}

function VehicleNotFound() {
  return (
    <>
      <title>{pageTitle("Vehicle not found")}</title>
      <meta name="robots" content="noindex" />
      <div className={message.page}>
        <CarFront aria-hidden className={message.icon} />
        <h1>Vehicle not found</h1>
        <p className={message.text}>It may have been removed from the catalogue.</p>
        <div className={message.actions}>
          <Button href={HOME} variant="primary">
            See all EVs
          </Button>
        </div>
      </div>
    </>
  );
}

export const page: PageModule = {
  Component: ({ params }) => <EvDetailPage id={evIdOf(params["id"] ?? "")} />,
  load: loadEvDetail,
};
