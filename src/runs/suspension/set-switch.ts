import type { Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { SwitchBody, SwitchCounts } from '../../contract/switch.ts';
import { newId } from '../../ids.ts';
import { actedBy, type JsonObject, type Ledger, serviceActor } from '../../ledger/index.ts';
import type { Database } from '../../store/db/schema.ts';
import { notifyIn } from '../../store/db/listener.ts';
import { emit } from '../../store/outbox/emit.ts';
import { holdPayouts, releasePayouts } from '../../store/records/held-payouts.ts';
import { countUnderWay } from '../../store/switches/counts.ts';
import { subjectOf } from '../../people/subject.ts';
import {
  endEarlier,
  endSuspension,
  inForce,
  type InForce,
  lockSwitches,
  type NewSwitch,
  needsSecondPerson,
  putInForce,
  storeSwitch,
  suspendedNow,
} from '../../store/switches/switches.ts';

/** What somebody wants done to a switch. */
export interface WantedSwitch {
  readonly teamId: string;
  readonly scope: string;
  readonly reason: string;
  readonly actor: Actor;
  /** What wrote the row, such as the request. */
  readonly by?: JsonObject;
}

/** Why a switch cannot be set. */
export type NotSet = 'not-suspended' | 'second-person-needed';

/**
 * Suspends a scope. Once the caller's transaction has committed, the ledger accepts no more rows of the scope's work, because
 * both this act and each of those rows need the head of the team's chain.
 * @returns the act, or why it was refused: only somebody else may shorten a suspension where a team requires two people
 */
export const suspend = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  { until, ...wanted }: WantedSwitch & { readonly until: Date | null },
): Promise<SwitchBody | NotSet> => {
  const { teamId, scope } = wanted;
  await lockSwitches(tx, teamId);
  const before = await inForce(tx, teamId, scope);
  if (before !== undefined && endsEarlier(until, before) && (await mustBeAnother(tx, wanted, before))) {
    return 'second-person-needed';
  }
  const id = newId('switch');
  const payouts = holdsPayouts(scope) ? await holdPayouts(tx, { id, teamId }) : 0;
  const counts = { ...(await countUnderWay(tx, teamId, scope)), payouts };
  const act = newSwitch(wanted, { id, action: 'suspend', until, counts });
  const stored = await storeSwitch(tx, act);
  await putInForce(tx, act);
  await reportSuspension(tx, ledger, act, wanted.by);
  return stored;
};

/** Resumes a scope. Other suspensions may still cover its work. @returns the act, or why it was refused */
export const resume = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  wanted: WantedSwitch,
): Promise<SwitchBody | NotSet> => {
  const { teamId, scope } = wanted;
  await lockSwitches(tx, teamId);
  const before = await inForce(tx, teamId, scope);
  if (before === undefined) return 'not-suspended';
  if (await mustBeAnother(tx, wanted, before)) return 'second-person-needed';
  return end(tx, ledger, wanted);
};

/**
 * Resumes a scope because somebody other than the person who suspended it agrees.
 * @param switchId the act that suspended it
 * @returns the act; undefined if that suspension is over
 */
export const resumeAgreed = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  wanted: Omit<WantedSwitch, 'scope'>,
  switchId: string,
): Promise<SwitchBody | undefined> => {
  await lockSwitches(tx, wanted.teamId);
  const suspension = (await suspendedNow(tx, wanted.teamId)).find(({ id }) => id === switchId);
  return suspension && end(tx, ledger, { ...wanted, scope: suspension.scope });
};

/**
 * Ends a suspension earlier because somebody other than the person who set it agrees. That person still
 * cannot end it alone.
 * @param switchId the act that suspended it
 * @returns the act, which resumes the work if the time is already over; undefined if that suspension is over,
 * or ends earlier
 */
export const shortenAgreed = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  { until, ...wanted }: Omit<WantedSwitch, 'scope'> & { readonly until: Date },
  switchId: string,
): Promise<SwitchBody | undefined> => {
  const { teamId } = wanted;
  await lockSwitches(tx, teamId);
  const suspension = (await suspendedNow(tx, teamId)).find(({ id }) => id === switchId);
  if (suspension === undefined) return undefined;
  const { scope } = suspension;
  if (until <= new Date()) return end(tx, ledger, { ...wanted, scope });
  if (suspension.until !== null && new Date(suspension.until) <= until) return undefined;
  const counts = { ...(await countUnderWay(tx, teamId, scope)), payouts: 0 };
  const act = newSwitch({ ...wanted, scope }, { id: newId('switch'), action: 'suspend', until, counts });
  const stored = await storeSwitch(tx, act);
  await endEarlier(tx, teamId, switchId, until);
  await reportSuspension(tx, ledger, act, wanted.by);
  return stored;
};

/** Ends a suspension whose time is over. @returns the act; undefined if another process has ended it, or it was prolonged */
export const endExpired = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  { teamId, scope }: Pick<WantedSwitch, 'teamId' | 'scope'>,
): Promise<SwitchBody | undefined> => {
  await lockSwitches(tx, teamId);
  if ((await inForce(tx, teamId, scope)) !== undefined) return undefined;
  const actor = serviceActor('reconciler');
  return end(tx, ledger, { teamId, scope, actor, reason: 'The time of the suspension is over.' });
};

const end = async (tx: Transaction<Database>, ledger: Ledger, wanted: WantedSwitch): Promise<SwitchBody> => {
  const { teamId, scope } = wanted;
  const counts = await countUnderWay(tx, teamId, scope);
  await endSuspension(tx, teamId, scope);
  const id = newId('switch');
  const payouts = holdsPayouts(scope) ? await releasePayouts(tx, { id, teamId }) : 0;
  const act = newSwitch(wanted, { id, action: 'resume', until: null, counts: { ...counts, payouts } });
  const stored = await storeSwitch(tx, act);
  await announce(tx, act);
  await appendRow(tx, ledger, act, wanted.by);
  return stored;
};

const newSwitch = (
  { teamId, scope, reason, actor }: WantedSwitch,
  rest: Pick<NewSwitch, 'id' | 'action' | 'until'> & { readonly counts: SwitchCounts },
): NewSwitch => ({ teamId, scope, reason, actor, ...rest });

const holdsPayouts = (scope: string): boolean => scope === 'all' || scope === 'payouts';

const endsEarlier = (until: Date | null, before: InForce): boolean =>
  until !== null && (before.until === null || until < before.until);

const mustBeAnother = async (
  tx: Transaction<Database>,
  { teamId, actor }: WantedSwitch,
  before: InForce,
): Promise<boolean> =>
  (await needsSecondPerson(tx, teamId)) &&
  (await subjectOf(tx, teamId, before.actor)) === (await subjectOf(tx, teamId, actor));

/** Notifies workers, and writes the row and the event of a suspension. */
const reportSuspension = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  act: NewSwitch,
  by?: JsonObject,
): Promise<void> => {
  const { id, teamId, scope } = act;
  await announce(tx, act);
  await appendRow(tx, ledger, act, by);
  const ids = { switch_id: id, scope };
  await emit(tx, { teamId, type: 'safety.suspended', subject: 'safety', key: id, ids });
};

/**
 * Notifies workers, which stop the scope's work under way. A worker that misses the notification finds the suspension at its
 * next effect.
 */
const announce = async (
  tx: Transaction<Database>,
  { teamId: team_id, scope, action }: NewSwitch,
): Promise<void> => notifyIn(tx, 'switches', JSON.stringify({ team_id, scope, action }));

/** Appends the act's row, last in its transaction, because the team's chain is locked from here on. */
const appendRow = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  { id, teamId, scope, action, reason, until, actor, counts }: NewSwitch,
  by?: JsonObject,
): Promise<void> => {
  const suspended = action === 'suspend';
  await ledger.appendIn(tx, {
    teamId,
    ledgerRef: id,
    step: 1,
    action: suspended ? 'safety.suspended' : 'safety.resumed',
    governance: 'kill switch',
    summary: suspended
      ? `Suspended ${scope}${until === null ? '' : ` until ${until.toISOString()}`}: ${reason}`
      : `Resumed ${scope}: ${reason}`,
    detail: { scope, reason, until: until?.toISOString() ?? null, counts: { ...counts } },
    actor: actedBy(actor, by),
  });
};
