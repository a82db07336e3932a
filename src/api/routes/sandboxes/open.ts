import { setTimeout as sleep } from 'node:timers/promises';
import { openSandbox } from '../../../contract/operations/sandboxes.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import { newLedgerRef } from '../../../ids.ts';
import { endSession, findSession, storeSession } from '../../../store/sandboxes/sessions.ts';
import { sealValue } from '../../../store/vault/vault.ts';
import { dependencyAway, ProblemError } from '../../http/problem.ts';
import { accepted } from '../../runs/idempotent.ts';
import { expectSandboxes } from '../../runs/sandboxes.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { type Call, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { showSandbox } from './show.ts';

/** Sandboxes that a team may have at the same time. */
const MOST_PER_TEAM = 8;
const LIFETIME_MS = 3_600_000;
/** How often to look whether a sandbox is open, and how much longer than its own wait. */
const LOOK_MS = 50;
const SLACK_MS = 10_000;

/** Stores a sandbox, starts its workflow, and responds once it is open. */
export const openSandboxRoute = route(openSandbox, async (call, services) => {
  await expectSandboxes(services);
  const { answer, replayed } = await accepted(openSandbox, call, services, async (tx) => {
    await refuseSuspended(services, tx, call, scopesOf.codeRun);
    const id = newLedgerRef('sandbox');
    const { teamId, actor: askedBy } = call.caller;
    const profile: Profile = call.body.libraries === 'data' ? 'data' : 'python';
    const session = {
      id,
      teamId,
      profile,
      idleMs: call.body.idle_s * 1_000,
      lifetimeMs: LIFETIME_MS,
      askedBy,
    };
    if (!(await storeSession(tx, session, MOST_PER_TEAM)))
      throw busy(`Your team has ${MOST_PER_TEAM} sandboxes open, and may have no more at the same time.`);
    const env = { teamId, ref: `${id}/env`, value: call.body.env };
    await sealValue(tx, services.rings.vault, env);
    return { status: 201, body: { id } };
  });
  const { id } = answer.body as { readonly id: string };
  const body = await opened(call, services, id);
  return { status: 201, body, ...(replayed && { headers: { 'Idempotency-Replayed': 'true' } }) };
});

type Profile = 'python' | 'data';

const busy = (detail: string): ProblemError =>
  new ProblemError('sandboxes-busy', { detail, headers: { 'Retry-After': '5' } });

const opened = async ({ caller }: Call<typeof openSandbox>, services: Services, id: string) => {
  const { db, workflows, settings } = services;
  const { teamId } = caller;
  const stored = (await findSession(db, teamId, id))!;
  if (stored.state === 'opening') {
    try {
      await workflows.startSandbox({
        team_id: teamId,
        ledger_ref: id,
        profile: stored.profile,
        wait_ms: settings.sandboxWaitMs,
        idle_ms: stored.idle_ms,
        lifetime_ms: LIFETIME_MS,
        asked_by: stored.asked_by,
      });
    } catch {
      await endSession(db, id, 'unavailable');
      throw dependencyAway('Temporal');
    }
  }
  const until = Date.now() + settings.sandboxWaitMs + SLACK_MS;
  for (;;) {
    const now = (await findSession(db, teamId, id))!;
    if (now.state === 'ended' && now.ended_because === 'busy') throw busy('All sandboxes are in use.');
    if (now.state === 'ended' && now.ended_because === 'unavailable') throw dependencyAway('A sandbox');
    if (now.state === 'ended' && now.ended_because === 'suspended') throw new ProblemError('suspended');
    if (now.state !== 'opening' || Date.now() > until) return showSandbox(now);
    await sleep(LOOK_MS);
  }
};
