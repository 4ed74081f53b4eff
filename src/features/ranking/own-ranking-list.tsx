import { ThumbsUp } from "lucide-react";
import { type CSSProperties, useDeferredValue, useMemo } from "react";
import { Link } from "wouter";

import { countOf, formatPrice, NOT_AVAILABLE } from "../../domain/format.ts";
import { evPath } from "../../domain/routes.ts";
import {
  createScorer,
  CRITERION_NAMES,
  CRITERIA,
  hasWeight,
  MAX_WEIGHT,
  type RankedModel,
  rankMatches,
  roundScore,
  type ScorePart,
  serializeWeights,
  type Weights,
} from "../../domain/scores.ts";
import type { Trim } from "../../domain/vehicle.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Loading, QueryError, Skeleton } from "../../ui/notice.tsx";
import { type Catalogue, useCatalogue } from "../catalogue/use-catalogue.ts";
import { serializeFilters } from "../filters/filter-address.ts";
import { resetFilters, withoutOrder } from "../filters/filter-state.ts";
import { useCatalogueResults, useFilters } from "../filters/use-filters.tsx";
import styles from "./own-ranking.module.css";
import { useRankingWeights } from "./use-ranking-weights.ts";
import { pageOf, splitRanking } from "./ranking.ts";
import { RANKING_FAILED, RemainingFold } from "./remaining-fold.tsx";
import { trimName } from "../../domain/trims.ts";
import { useDocumentData } from "../../ui/document-data.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { VehiclePicture } from "../pictures/vehicle-picture.tsx";
import bar from "../../ui/bar.module.css";
import vehicle from "./ranked-vehicle.module.css";
import type { RankingState } from "./use-ranking.ts";
import { Slider } from "../../ui/slider.tsx";

interface OwnRankingProps {
  ranking: RankingState;
  weights: Weights;
}

/** ranking.md#own-ranking */
export function OwnRanking({ ranking, weights }: OwnRankingProps) {
  return (
    <div className={styles.own}>
      <WeightSliders weights={weights} />
      {hasWeight(weights) ? (
        <Ranking ranking={ranking} weights={weights} />
      ) : (
        <EmptyState title="Nothing counts yet" text="Give at least one of these a weight." />
      )}
    </div>
  );
}

function Ranking({ ranking, weights: latest }: OwnRankingProps) {
  // Deferred, so that the slider moves before the list follows.
  const weights = useDeferredValue(latest);
  const { update } = useFilters();
  const { isFound, search, changeSearch, saveScroll } = ranking;
  const { models, partsOf, modelCount, isComplete, list, isFailed } = useRankedModels(weights);
  const [first] = models;
  const { top, remaining } = splitRanking(models, isFound);
  const page = pageOf(remaining, ranking.requestedPage);
  if (modelCount === undefined && isFailed) {
    return <QueryError title={RANKING_FAILED} query={list} />;
  }
  if (modelCount === undefined) {
    return (
      <Loading text="Loading EVs...">
        <Skeleton height="60vh" />
      </Loading>
    );
  }
  if (isComplete && top.length + remaining.length === 0) {
    const isSearched = modelCount > 0 && search !== "";
    return (
      <EmptyState
        icon={<ThumbsUp />}
        title={isSearched ? `No model matches “${search.trim()}”.` : "No EVs match these filters."}
        action={
          isSearched ? (
            <Button onClick={() => changeSearch("")}>Clear search</Button>
          ) : (
            <Button onClick={() => update(resetFilters)}>Reset all</Button>
          )
        }
      />
    );
  }
  return (
    <>
      <p role="status" className="visually-hidden">
        {first &&
          first.score !== null &&
          `The ${first.ev.make} ${first.ev.model} comes first with ${roundScore(first.score).toFixed(1)}.`}
      </p>
      <RankedCars label="Top 5" models={top} partsOf={partsOf} onLeave={() => saveScroll(false)} />
      <RemainingFold
        ranking={ranking}
        count={isComplete ? remaining.length : Math.max(0, modelCount - top.length)}
        isComplete={isComplete}
        {...page}
      >
        <RankedCars
          label="Remaining EVs"
          models={page.shown}
          partsOf={partsOf}
          onLeave={() => saveScroll(true)}
        />
      </RemainingFold>
    </>
  );
}

function useRankedModels(weights: Weights) {
  const catalogue = useCatalogue();
  const { isWhole, list, isFailed } = catalogue;
  const results = useCatalogueResults(catalogue);
  const scorer = useScorer(catalogue, weights);
  const ranked = useMemo(
    () => (scorer && results ? rankMatches(results.found.matches, scorer) : undefined),
    [scorer, results],
  );
  return {
    models: ranked ?? [],
    // Compute the parts for visible cars only: there may be thousands of cars.
    partsOf: ({ shown }: RankedModel) => scorer?.partsOf(shown) ?? [],
    /** number of models that match the filters; undefined until known */
    modelCount: ranked && results?.found.modelCount,
    isComplete: ranked !== undefined && isWhole,
    list,
    isFailed,
  };
}

/** @returns the scores in the document until every model has been read; null for other weights */
function useScorer({ evs, counts, isWhole }: Catalogue, weights: Weights) {
  const served = counts?.scores;
  return useMemo(() => {
    if (isWhole) return createScorer(evs, weights);
    if (served?.weights !== serializeWeights(weights)) return null;
    return {
      scoreOf: ({ rowId }: Trim) => served.byRowId[rowId]?.score ?? null,
      partsOf: ({ rowId }: Trim): readonly ScorePart[] => served.byRowId[rowId]?.parts ?? [],
    };
  }, [isWhole, evs, weights, served]);
}

function RankedCars(props: {
  label: string;
  models: readonly RankedModel[];
  partsOf: (model: RankedModel) => readonly ScorePart[];
  onLeave: () => void;
}) {
  const { label, models, partsOf, onLeave } = props;
  if (models.length === 0) return null;
  return (
    <ol role="list" aria-label={label} className={styles.rows}>
      {models.map((model) => (
        <li key={model.ev.id}>
          <ScoredVehicle model={model} parts={partsOf(model)} onLeave={onLeave} />
        </li>
      ))}
    </ol>
  );
}

/** What a score means, or how few cars are ranked. */
export function OwnRankingWords() {
  const { state } = useFilters();
  const models = useCatalogueResults(useCatalogue())?.found.modelCount;
  if (models === undefined || serializeFilters(withoutOrder(state)) === "")
    return "A score of 90 beats 90% of trims.";
  if (models === 0) return null;
  const matching = models === 1 ? "matches" : "match";
  return `Only the ${countOf(models, "model")} that ${matching} your filters.`;
}

/** Shows a car with its score and what the score consists of (ranking.md#own-ranking). */
function ScoredVehicle(props: {
  model: RankedModel;
  parts: readonly ScorePart[];
  onLeave: () => void;
}) {
  const { model, parts, onLeave } = props;
  const { ev, shown, score, position } = model;
  const { formatRange } = useDistance();
  const { presentYear } = useDocumentData();
  return (
    <article className={styles.vehicle}>
      <div className={vehicle.picture}>
        <VehiclePicture ev={ev} trim={shown} width={240} alt="" />
      </div>
      <div className={styles.title}>
        {score !== null && <p className={styles.position}>{position}</p>}
        <h3 className={vehicle.name}>
          <Link
            href={evPath(ev.id, shown)}
            className="cover name-link"
            translate="no"
            onClick={onLeave}
          >
            {ev.make} {ev.model}
          </Link>
        </h3>
      </div>
      <p className={styles.figures}>
        <span className="ellipsis" translate="no">
          {trimName(ev, shown, presentYear)}
        </span>
        <span>
          {formatRange(shown.range)} · {formatPrice(shown.price)}
        </span>
      </p>
      {score === null ? (
        <p className={styles.noScore}>not enough data</p>
      ) : (
        <p className={styles.score}>
          <span className="visually-hidden">Score </span>
          {roundScore(score).toFixed(1)}
        </p>
      )}
      <ScoreParts parts={parts} />
    </article>
  );
}

/** Each part is as wide as its weight and filled up to its rank, so together they fill as much as the score. */
function ScoreParts({ parts }: { parts: readonly ScorePart[] }) {
  const most = Math.max(...parts.map(({ weight }) => weight));
  return (
    <ul role="list" aria-label="Parts of the score" className={styles.parts}>
      {parts.map(({ name, weight, rank }) => (
        <li
          key={name}
          style={{ "--weight": weight / most } as CSSProperties /* a custom property */}
        >
          {CRITERIA[name].label} <strong>{rank === null ? NOT_AVAILABLE : Math.round(rank)}</strong>
          <span aria-hidden className={bar.track}>
            <span className={bar.fill} style={{ width: `${rank ?? 0}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Sliders that set how much each criterion counts. */
function WeightSliders({ weights }: { weights: Weights }) {
  const { setWeight } = useRankingWeights();
  return (
    <fieldset className={styles.weights} data-scripted>
      <legend className={styles.legend}>How much each counts, from 0 to {MAX_WEIGHT}</legend>
      {CRITERION_NAMES.map((name) => {
        const { label, hint } = CRITERIA[name];
        const weight = weights[name];
        return (
          <div key={name}>
            <p className={styles.criterion}>
              <span>{label}</span>
              <span aria-hidden className={styles.value}>
                {weight}
              </span>
            </p>
            <Slider
              labels={[`${label}, ${hint}`]}
              min={0}
              max={MAX_WEIGHT}
              step={1}
              values={[weight]}
              quiet={weight === 0}
              formatValue={(value) => `${value} of ${MAX_WEIGHT}`}
              onChange={(next) => setWeight(name, next)}
            />
          </div>
        );
      })}
    </fieldset>
  );
}
