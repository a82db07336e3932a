import { openSandbox } from '../../../contract/operations/sandboxes.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import { newLedgerRef } from '../../../ids.ts';
import { environmentRefOf } from '../../../governance/developer-sandbox.ts';
import {
  endSession,
  findSession,
  type StoredSession,
  storeSession,
} from '../../../store/sandboxes/sessions.ts';
import { sealValue } from '../../../store/vault/vault.ts';
import { dependencyAway, ProblemError } from '../../http/problem.ts';
import { replayedHeader } from '../../runs/answer-once.ts';
import { accepted } from '../../runs/idempotent.ts';
import { expectSandboxes } from '../../runs/sandboxes.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { type Call, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { lookUntil } from './look-until.ts';
import { showSandbox } from './show.ts';

type OpenCall = Call<typeof openSandbox>;

/** Memory of each kind of sandbox, unless the request says otherwise. */
const MEMORY_MB = { standard: 512, data: 1_024 } as const;
/** How much longer to look for an open sandbox than it may wait for a free one. */
const SLACK_MS = 10_000;
/** Ends of a sandbox that was never opened. A repeated request may try again. */
const NEVER_OPENED: ReadonlySet<string> = new Set(['busy', 'unavailable', 'suspended']);

/** Stores a sandbox, starts its workflow, and responds once it is open. */
export const openSandboxRoute = route(openSandbox, async (call, services) => {
  await expectSandboxes(services);
  const { teamId } = call.caller;
  const { answer, replayed } = await accepted(
    openSandbox,
    call,
    services,
    async (tx) => {
      await refuseSuspended(services, tx, call, scopesOf.codeRun);
      return { status: 201, body: { id: await store(tx, call, services) } };
    },
    async (tx, earlier) => {
      const before = await findSession(tx, teamId, (earlier.body as { id: string }).id);
      return NEVER_OPENED.has(before?.ended_because ?? '') && before?.programs === 0;
    },
  );
  const { id } = answer.body as { readonly id: string };
  const body = await opened(call, services, id);
  return { status: 201, body, headers: replayedHeader(replayed) };
});

const store = async (
  tx: Parameters<Parameters<typeof accepted>[3]>[0],
  { body, caller }: OpenCall,
  { settings: { openSandboxes: bounds }, rings }: Services,
): Promise<string> => {
  const { teamId, actor: askedBy } = caller;
  const id = newLedgerRef('sandbox');
  const session = {
    id,
    teamId,
    profile: body.libraries === 'data' ? 'data' : 'python',
    memoryMb: body.memory_mb ?? MEMORY_MB[body.libraries],
    idleMs: body.idle_s * 1_000,
    lifetimeMs: bounds.lifetimeMs,
    askedBy,
  } as const;
  const exceeded = await storeSession(tx, session, bounds);
  if (exceeded === 'sandboxes')
    throw busy(`Your team has ${bounds.sandboxes} sandboxes open, which is the most. Delete one.`);
  if (exceeded === 'memoryMb')
    throw busy(
      `Your team's open sandboxes may use ${bounds.memoryMb} MiB together. Delete one, or ask for less.`,
    );
  await sealValue(tx, rings.vault, { teamId, ref: environmentRefOf(id), value: body.env });
  return id;
};

const busy = (detail: string): ProblemError =>
  new ProblemError('sandboxes-busy', { detail, headers: { 'Retry-After': '5' } });

const opened = async ({ caller: { teamId }, gone }: OpenCall, services: Services, id: string) => {
  const { db, settings } = services;
  const stored = (await findSession(db, teamId, id))!;
  if (stored.state === 'opening') await start(services, stored);
  const read = async (): Promise<StoredSession | undefined> => {
    const now = await findSession(db, teamId, id);
    return now?.state === 'opening' ? undefined : now;
  };
  const withinMs = settings.sandboxWaitMs + SLACK_MS;
  const now = (await lookUntil(read, { withinMs, signal: gone() })) ?? stored;
  if (now.ended_because === 'busy') throw busy('All sandboxes that developers may keep open are in use.');
  if (now.ended_because === 'unavailable') throw dependencyAway('A sandbox');
  if (now.ended_because === 'suspended' && now.programs === 0) throw new ProblemError('suspended');
  return showSandbox(now);
};

const start = async ({ db, workflows, settings }: Services, stored: StoredSession): Promise<void> => {
  try {
    await workflows.startSandbox({
      team_id: stored.team_id,
      ledger_ref: stored.id,
      profile: stored.profile,
      memory_mb: stored.memory_mb,
      wait_ms: settings.sandboxWaitMs,
      idle_ms: stored.idle_ms,
      lifetime_ms: stored.lifetime_ms,
      asked_by: stored.asked_by,
    });
  } catch {
    // If the workflow was started all the same, it finds that nobody waits, and closes the sandbox.
    await endSession(db, stored.id, 'unavailable');
    throw dependencyAway('Temporal');
  }
};
