import type { Transaction } from 'kysely';
import { type Day, formatDay, parseDay } from '../../governance/dates.ts';
import { recordable } from '../../governance/recordable.ts';
import type { JsonObject, Ledger } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { ruleSetThatApplies } from '../../store/rule-sets/applies.ts';
import { verticalThatApplies } from '../../store/rule-sets/verticals.ts';
import { policyInForce as inForceByName } from '../../store/rule-sets/agent-policies.ts';
import type { StoredVersion } from '../../store/rule-sets/versions.ts';
import {
  markActive,
  markApproved,
  markProposed,
  markRetired,
  type Mover,
} from '../../store/rule-sets/version-moves.ts';
import { runningShadow } from '../../store/rule-sets/shadows.ts';
import { type VersionOfTeam, type Moving, type RefusedMove, move, rowActorOf } from './move.ts';
import { metBounds } from './bounds.ts';
import { endShadow } from './shadow.ts';

export type Tx = Transaction<Database>;

/** Proposes a draft. The content with this hash was checked for faults before. */
export const propose = async (
  tx: Tx,
  ledger: Ledger,
  of: VersionOfTeam,
  mover: Moving,
  checked: string,
): Promise<RefusedMove | undefined> =>
  move(tx, ledger, of, mover, 'draft', async (stored) => {
    if (stored.sha256 !== checked)
      return { refused: 'rule-set-state', detail: 'The draft was replaced in the meantime. Read it again.' };
    await markProposed(tx, stored, mover);
    return {
      action: 'rules.proposed',
      summary: `${of.name}@${of.version} was proposed.`,
      detail: { author: { ...stored.drafted_by }, editors: stored.editors },
    };
  });

/**
 * Approves a proposed version, by a second person. The row names both people and the hash of what they agreed
 * on.
 */
export const approve = async (
  tx: Tx,
  ledger: Ledger,
  of: VersionOfTeam,
  mover: Moving,
): Promise<RefusedMove | undefined> =>
  move(tx, ledger, of, mover, 'proposed', async (stored) => {
    const refused = refusedApproval(stored, mover);
    if (refused !== undefined) return { refused: 'another-person-needed', detail: refused };
    await markApproved(tx, stored, mover);
    return {
      action: 'rules.approved',
      summary: `${of.name}@${of.version} was approved by a second person.`,
      detail: {
        author: { ...stored.drafted_by },
        proposer: { ...stored.proposed_by! },
        approver: { ...mover.actor },
      },
    };
  });

/** Returns why somebody may not approve a version; undefined if they may. */
export const refusedApproval = (
  { editors, proposer }: Pick<StoredVersion, 'editors' | 'proposer'>,
  { actor, subject }: Mover,
): string | undefined => {
  if (actor.kind !== 'person') return 'A person who has signed in approves, not a key.';
  return editors.includes(subject) || proposer === subject
    ? 'You wrote or proposed this version, yourself or through a key of yours.'
    : undefined;
};

/**
 * Puts an approved version in force from a day on. If the day of the run chooses the version, that is today at the earliest, because
 * earlier runs have been decided.
 */
export const activate = async (
  tx: Tx,
  ledger: Ledger,
  of: VersionOfTeam,
  mover: Moving,
  { from, today }: { readonly from: string | undefined; readonly today: Day },
): Promise<RefusedMove | undefined> =>
  move(tx, ledger, of, mover, 'approved', async (stored) => {
    const effective = parseDay(stored.effective_from)!;
    const earliest = stored.basis === 'run_day' ? Math.max(effective, today) : effective;
    const day = from === undefined ? earliest : parseDay(from);
    if (day === undefined || day < earliest)
      return { refused: 'invalid-day', detail: `expected ${formatDay(earliest)} or later` };
    const met = await metBounds(tx, of, stored, today);
    if (isRefused(met)) return met;
    await markActive(tx, stored, formatDay(day), mover);
    const shadow = await runningShadow(tx, stored.rule_set_id);
    if (shadow?.version === of.version)
      await endShadow(tx, ledger, shadow, {
        by: mover.actor,
        because: 'activated',
        actor: rowActorOf(mover),
      });
    return {
      action: 'rules.activated',
      summary: `${of.name}@${of.version} decides from ${formatDay(day)} on.`,
      detail: {
        basis: stored.basis,
        active_from: formatDay(day),
        ...met,
        author: { ...stored.drafted_by },
        approver: { ...stored.approved_by! },
      },
    };
  });

const isRefused = (met: JsonObject | RefusedMove): met is RefusedMove => 'refused' in met;

/** Takes a version out of force. The row names the version that decides today's cases from now on. */
export const rollBack = async (
  tx: Tx,
  ledger: Ledger,
  of: VersionOfTeam,
  mover: Moving,
  { reason, today }: { readonly reason: string; readonly today: Day },
): Promise<RefusedMove | undefined> =>
  move(tx, ledger, of, mover, 'active', async (stored) => {
    await markRetired(tx, stored, mover);
    const next = await inForceOn(tx, of, today);
    return {
      action: 'rules.rolled_back',
      summary: `${of.name}@${of.version} no longer decides.`,
      detail: { reason: recordable(reason, 500), in_force: next === undefined ? null : { ...next } },
    };
  });

/** Returns the version that decides the cases of a day. */
const inForceOn = async (tx: Tx, { teamId, name, kind }: VersionOfTeam, day: Day) => {
  if (kind === 'policy') return inForceByName(tx, { teamId, name, day });
  if (kind === 'vertical') return (await verticalThatApplies(tx, { teamId, id: name, day }))?.pin;
  const days = { run_day: day, admission: day, policy_start: day };
  return (await ruleSetThatApplies(tx, { teamId, id: name, days }))?.pin;
};
