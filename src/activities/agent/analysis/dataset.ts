import { scopesOfPython } from '../../../governance/suspension/scopes.ts';
import { activityInfo } from '@temporalio/activity';
import { profileRef } from '../../../runs/agent/analysis/create.ts';
import { sandboxFiles } from '../../../runs/agent/read-files.ts';
import { datasetFiles, datasetsOf } from '../../../runs/agent/analysis/datasets.ts';
import {
  type NamedProfile,
  parseProfiles,
  profilesText,
  sealedProfiles,
} from '../../../runs/agent/analysis/profiles.ts';
import { profilePrompt } from '../../../runs/agent/profile-message.ts';
import {
  KNOWN_FILE,
  LOAD_FILES,
  LOAD_PROGRAM,
  RELOAD,
  TABLES_FILE,
} from '../../../runs/agent/analysis/sandbox-programs.ts';
import { storeKnown } from '../../../runs/agent/analysis/known.ts';
import { outcomeRef } from '../../../runs/outcome.ts';
import { askedBy, type JsonObject, type NewEntry } from '../../../ledger/index.ts';
import { MASKED_BEFORE_MODEL } from '../../../model/agents.ts';
import { textPart } from '../../../model/messages.ts';
import { addMessage } from '../../../runs/agent/transcript.ts';
import { openValue, sealValue } from '../../../store/vault/vault.ts';
import { jobRefOf } from '../../../runs/agent/job-ref.ts';
import type { AgentDependencies } from '../dependencies.ts';
import { eventsOf, readCall } from '../tool-call.ts';
import type { CallInput, ToolOutcome, CodeEnd } from '../types.ts';
import type { StoredOutcome, SubmittedCode } from '../../code/stored-code.ts';

/** Number of the turn in which the dataset is read, before the model's first turn. */
export const READING_TURN = 0;

/**
 * Part number of the message with the profile. It is higher than that of any prompt, of which a continued analysis may have many.
 */
const PROFILE_PART = 1_000;

/**
 * Seals a call's code, or the program that reads the dataset, as its own job. A fresh sandbox also gets the dataset, by
 * reference.
 */
export const prepareAnalysis = async (
  deps: AgentDependencies,
  call: CallInput & { readonly first: boolean; readonly timeout_ms: number },
): Promise<{ readonly job_ref: string }> => {
  const { run, turn, index, first, timeout_ms } = call;
  const job_ref = jobRefOf(run.ledger_ref, turn, index);
  const job: SubmittedCode = {
    language: 'python',
    code: turn === READING_TURN ? LOAD_PROGRAM : `${first ? RELOAD : ''}${await codeOf(deps, call)}`,
    timeout_ms,
    files: first ? [...LOAD_FILES, ...(await inputsOf(deps, run))] : [],
    return_files: [turn === READING_TURN ? KNOWN_FILE : TABLES_FILE],
  };
  await sealValue(deps.db, deps.vaultRing, { teamId: run.team_id, ref: job_ref, value: { ...job } });
  return { job_ref };
};

/** Returns the datasets, the files of an analysis that this one continues, and what code left in an earlier sandbox. */
const inputsOf = async (
  { db, vaultRing }: AgentDependencies,
  { team_id: teamId, ledger_ref: ledgerRef }: CallInput['run'],
): Promise<NonNullable<SubmittedCode['files']>> => [
  ...datasetFiles(await datasetsOf(db, vaultRing, { teamId, ledgerRef })),
  ...(await sandboxFiles(db, vaultRing, { teamId, ledgerRef })),
];

const codeOf = async (deps: AgentDependencies, call: CallInput): Promise<string> =>
  String((await readCall(deps, call)).arguments['code']);

/** The reason an analysis cannot continue, returned in the outcome's `facts`. */
interface Problem {
  readonly code: string;
  readonly message: string;
  /** Index of the dataset concerned, if there are several. */
  readonly dataset?: number;
}

/** Stores the results of reading the dataset: its profile, the message that describes it to the model, and the ledger row. */
export const answerDataset = async (
  deps: AgentDependencies,
  call: CallInput & { readonly job_ref: string; readonly end: CodeEnd },
): Promise<ToolOutcome> => {
  const { run, step, end } = call;
  const { read, known } = await readOf(deps, call);
  const ended: ToolOutcome = { next_step: step + 1 };
  if ('busy' in end) return { next_step: step, facts: { problem: { ...BUSY } } };
  await deps.db.transaction().execute(async (tx) => {
    if (!('code' in read)) {
      const ref = { teamId: run.team_id, ledgerRef: run.ledger_ref };
      if (known !== undefined) await storeKnown(tx, deps.vaultRing, ref, known);
      await sealValue(tx, deps.vaultRing, {
        teamId: run.team_id,
        ref: profileRef(run.ledger_ref),
        value: sealedProfiles(read),
      });
      const place = {
        teamId: run.team_id,
        ledgerRef: run.ledger_ref,
        turn: READING_TURN,
        part: PROFILE_PART,
      };
      const parts = textPart(profilePrompt(profilesText(read)));
      await addMessage(tx, deps.vaultRing, place, { role: 'user', parts });
    }
    await deps.ledger.appendIn(tx, { ...rowOf(call, read), suspendable: scopesOfPython() });
    await deps.events.publishLedger(tx, eventsOf(run));
  });
  return 'code' in read ? { ...ended, facts: { problem: { ...read } } } : ended;
};

const BUSY: Problem = { code: 'sandboxes_busy', message: 'All sandboxes are in use.' };
const LOST: Problem = { code: 'sandbox_lost', message: 'The sandbox was lost while it read the dataset.' };

const TOO_LARGE: Problem = {
  code: 'dataset_too_large',
  message: 'Reading the dataset exceeded the memory or time limit.',
};

interface Reading {
  readonly read: readonly NamedProfile[] | Problem;
  /** The file with the hashes of the datasets' identifiers, in base64. */
  readonly known?: string | undefined;
}

const readOf = async (
  deps: AgentDependencies,
  { run, job_ref, end }: { readonly run: CallInput['run']; readonly job_ref: string; readonly end: CodeEnd },
): Promise<Reading> => {
  if ('busy' in end) return { read: BUSY };
  if ('lost' in end) return { read: LOST };
  const ref = { teamId: run.team_id, ref: outcomeRef(job_ref) };
  const outcome = (await openValue(deps.db, deps.vaultRing, ref)) as unknown as StoredOutcome;
  if (outcome.oom_killed || outcome.timed_out) {
    return { read: TOO_LARGE };
  }
  const profiles = parseProfiles(outcome.result);
  if ('unreadable' in profiles) {
    const { unreadable, detail, dataset } = profiles;
    const problem = { code: `dataset_${unreadable}`, message: detail };
    return { read: { ...problem, ...(dataset !== undefined && { dataset }) } };
  }
  return { read: profiles, known: outcome.files.find(({ name }) => name === KNOWN_FILE)?.content_b64 };
};

const rowOf = ({ run, step, index }: CallInput, read: readonly NamedProfile[] | Problem): NewEntry => ({
  teamId: run.team_id,
  ledgerRef: run.ledger_ref,
  step,
  idemKey: `${run.ledger_ref}/dataset/${index}`,
  action: 'dataset.read',
  ...('code' in read ? failedRow(read) : readRow(read)),
  actor: askedBy(run, { activity_id: activityInfo().activityId }),
});

const failedRow = ({ code }: Problem): Pick<NewEntry, 'governance' | 'summary' | 'detail'> => ({
  governance: 'audited',
  summary: `The dataset could not be read: ${code.replaceAll('_', ' ')}.`,
  detail: { problem: code },
});

const readRow = (profiles: readonly NamedProfile[]): Pick<NewEntry, 'governance' | 'summary' | 'detail'> => {
  const read = profiles.map(({ profile }) => profile);
  const tables = read.flatMap((profile) => profile.tables);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const pii = tables.flatMap(({ columns }) => columns.map(({ pii: kind }) => kind));
  const encodings = new Set(read.map(({ encoding }) => encoding ?? null));
  const kinds = [...new Set(read.map(({ kind }) => kind))].join(', ');
  return {
    governance: MASKED_BEFORE_MODEL,
    summary: `Read ${rows} rows in ${tables.length} tables from ${kinds}.`,
    detail: {
      kind: kinds,
      encoding: encodings.size === 1 ? [...encodings][0]! : null,
      bytes: read.reduce((sum, { bytes }) => sum + bytes, 0),
      rows,
      columns: tables.reduce((sum, table) => sum + table.columns_count, 0),
      rejected: tables.reduce((sum, table) => sum + table.rejected, 0),
      notes: [...new Set(read.flatMap(({ notes }) => notes.map(({ code }) => code)))].slice(0, 30),
      pii: countsOf(pii.filter((kind) => typeof kind === 'string')),
      ...(profiles.length > 1 && { datasets: profiles.length }),
    },
  };
};

/** Counts columns by the kind of identifier that they contain. */
const countsOf = (kinds: readonly string[]): JsonObject => {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};
