import type { SandboxDependencies } from './code/dependencies.ts';
import { runCodeOnce } from './code/run.ts';
import { extractDocument } from './document/extraction.ts';
import { OnceAtATime } from './code/once-at-a-time.ts';
import type { SubmittedCode } from './code/stored-code.ts';
import { createSessionActivities } from './code/session.ts';
import type { CodeRunInput, CodeRunTimes } from '../runs/code/workflow.ts';
import { checkDocument } from './document/check-document.ts';
import { readCaseDocuments } from './document/read-case.ts';
import { runPythonStep } from './team-verticals/run-python.ts';
import type { TeamStepInput } from './team-verticals/step-run.ts';
import type { TeamStepDone } from './team-verticals/store-step.ts';
import { drawPage } from './document/draw-page.ts';
import type {
  CaseDocumentsInput,
  DocumentCheckInput,
  DocumentPageInput,
  DrawnPage,
  ExtractionInput,
} from '../runs/document/workflow.ts';

/** Milliseconds for which a result is kept. If a run had a head start, its workflow fetches the result within a moment. */
const KEEP_MS = 15_000;

/**
 * Creates the activities that need a container engine for sandboxes. Only a worker with a container engine uses them, and never
 * the API.
 */
export const createSandboxActivities = (deps: SandboxDependencies) => {
  const runs = new OnceAtATime<CodeRunTimes>(KEEP_MS);
  const extractions = new OnceAtATime<void>(KEEP_MS);
  return {
    runCodeOnce: async (input: CodeRunInput, submitted?: SubmittedCode): Promise<CodeRunTimes> =>
      runs.run(input.ledger_ref, () => runCodeOnce(deps, input, submitted)),
    extractDocument: async (input: ExtractionInput): Promise<void> =>
      extractions.run(input.ledger_ref, () => extractDocument(deps, input)),
    checkDocument: async (input: DocumentCheckInput): Promise<void> => checkDocument(deps, input),
    readCaseDocuments: async (input: CaseDocumentsInput) => readCaseDocuments(deps, input),
    drawPage: async (input: DocumentPageInput): Promise<DrawnPage> => drawPage(deps, input),
    'step.run_python': async (input: TeamStepInput): Promise<TeamStepDone> => runPythonStep(deps, input),
    ...createSessionActivities(deps),
  };
};

export type SandboxActivities = ReturnType<typeof createSandboxActivities>;
