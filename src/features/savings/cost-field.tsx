import { AssumptionField } from "../assumptions/assumption-field.tsx";
import { withFigure } from "./cost-choice.ts";
import { sourceOf } from "./cost-inputs.ts";
import type { Costs } from "./use-costs.ts";
import { COST_FIGURES, type CostFigure } from "../../domain/cost-figures.ts";

export function CostField({ name, costs }: { name: CostFigure; costs: Costs }) {
  const { choice, inputs, resetKey, change } = costs;
  return (
    <AssumptionField
      key={resetKey}
      assumption={COST_FIGURES[name]}
      value={inputs[name]}
      source={sourceOf(name, choice.state)}
      onChange={(value) => change((now) => withFigure(now, name, value))}
    />
  );
}
