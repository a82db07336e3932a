import type { Kysely } from 'kysely';
import type { KnownValues } from '../../governance/known.ts';
import { clip } from '../../governance/text/clip.ts';
import { maskText } from '../../governance/mask.ts';
import type { ToolCall } from '../../model/messages.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { changedArgumentsRef } from '../../store/reviews/asked-calls.ts';
import { findValue } from '../../store/vault/vault.ts';
import { findOutcome, remainsRef } from '../outcome.ts';
import { readTurns } from './calls.ts';
import { jobRefOf } from './job-ref.ts';
import type { StoredStep } from './stored-result.ts';
import type { RunOfMessages } from './transcript.ts';

const PYTHON = 'run_python';

/** The part of a stored outcome that a step shows. */
interface ShownOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit_code: number;
  readonly truncated: boolean;
}

/** A `run_python` call and its outcome, which is undefined if the code did not run or its sandbox was lost. */
export interface CodeRunOfAgent<Outcome extends ShownOutcome = ShownOutcome> {
  readonly code: string;
  readonly outcome: Outcome | undefined;
  /** The code's output before its sandbox was lost, or was destroyed because the run was cancelled. */
  readonly remains?: { readonly stdout: string } | undefined;
}

/** Returns the run's code runs in order. Refused and repeated calls are left out. */
export const readCodeRuns = async <Outcome extends ShownOutcome>(
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ledgerRef }: RunOfMessages,
): Promise<readonly CodeRunOfAgent<Outcome>[]> => {
  const found: CodeRunOfAgent<Outcome>[] = [];
  for (const { turn, calls } of await readTurns(db, ring, { teamId, ledgerRef })) {
    for (const [at, call] of calls.entries()) {
      if (!isCode(call)) continue;
      const place = { ledgerRef, turn, call: at + 1 };
      const ref = jobRefOf(ledgerRef, turn, place.call);
      if (!(await isThere(db, teamId, ref))) continue;
      // A person may have approved the call with different code.
      const changed = await findValue<ToolCall['arguments']>(db, ring, {
        teamId,
        ref: changedArgumentsRef(place),
      });
      const outcome = await findOutcome<Outcome>(db, ring, { teamId, ref });
      const remains =
        outcome === undefined
          ? await findValue<{ stdout: string }>(db, ring, { teamId, ref: remainsRef(ref) })
          : undefined;
      found.push({ code: String((changed ?? call.arguments)['code']), outcome, remains });
    }
  }
  return found;
};

const MOST_SHOWN = 65_536;

const shownOf = (text = ''): string => clip(text, MOST_SHOWN);

const isCut = (text = ''): boolean => text.length > MOST_SHOWN;

/** Returns the texts of a code run that clients see, before they are masked. */
export const textsOf = ({ code, outcome, remains }: CodeRunOfAgent): readonly string[] => [
  code,
  shownOf(outcome?.stdout ?? remains?.stdout),
  shownOf(outcome?.stderr),
];

/** Returns a code run as clients see it, masked and cut. @param known the identifiers of the run's texts */
export const stepOf = (ran: CodeRunOfAgent, known: KnownValues): StoredStep => {
  const [code = '', stdout = '', stderr = ''] = textsOf(ran).map((text) => maskText(text, known));
  const { outcome, remains } = ran;
  return {
    type: 'code',
    code,
    stdout,
    stderr,
    exit_code: outcome?.exit_code ?? null,
    truncated:
      (outcome?.truncated ?? false) || isCut(outcome?.stdout ?? remains?.stdout) || isCut(outcome?.stderr),
  };
};

const isCode = (call: ToolCall): boolean => call.tool === PYTHON && call.fault === undefined;

/** Returns whether the call has a job. A call that was answered from the record does not have one. */
const isThere = async (db: Kysely<Database>, teamId: string, ref: string): Promise<boolean> => {
  const row = await db
    .selectFrom('case_vault')
    .select('ref')
    .where('team_id', '=', teamId)
    .where('ref', '=', ref)
    .executeTakeFirst();
  return row !== undefined;
};
