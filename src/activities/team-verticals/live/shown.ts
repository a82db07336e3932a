import { maskJson } from '../../../governance/mask.ts';
import { knownInSteps } from '../../../governance/team-verticals/known.ts';
import { shownReasons } from '../../../governance/team-verticals/shown.ts';
import { shownValue } from '../../../governance/team-verticals/values.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import { maskedDocument } from '../../../runs/document/show.ts';
import type { Done, StepRun } from '../step-run.ts';

/** Returns the members of a case that its document names, masked. Nobody sees the other members. */
export const shownCase = ({
  vertical,
  given,
  known,
}: Pick<StepRun, 'vertical' | 'given' | 'known'>): JsonObject => {
  const names = Object.keys(vertical.document.case.properties).filter((name) =>
    Object.hasOwn(given.case, name),
  );
  return maskJson(Object.fromEntries(names.map((name) => [name, given.case[name]])), known) as JsonObject;
};

/** Returns what the model reads about a step: what it found and why a person may have to decide, masked. */
export const shownStep = (run: StepRun, { value, reasons }: Done, more: JsonObject = {}): JsonObject => {
  const { step } = run.compiled;
  const shown = {
    step: step.id,
    ...more,
    found: shownValue(value),
    ...shownReasons(reasons),
    ...(step.do === 'check_members' && {
      case: shownCase(run),
      ...(run.documents.read.length > 0 && {
        documents: run.documents.read.map((one) => maskedDocument(one)),
      }),
    }),
  };
  return maskJson(shown, knownInSteps(run.known, value)) as JsonObject;
};
