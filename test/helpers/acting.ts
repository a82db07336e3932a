import { expect } from 'vitest';
import type { Db } from '../../src/store/db/client.ts';
import { WORKFLOW_REF } from '../../src/ids.ts';
import { actorIn } from '../../src/ledger/actor.ts';
import { parseBody } from '../../src/ledger/entry.ts';
import { someKey } from './actors.ts';

/** Rows about a run that the service may write by itself: its early end, and what a lost worker left behind. */
const BY_SERVICE_TOO: ReadonlySet<string> = new Set([
  'agent.stopped',
  'operator.end',
  'operator.handback',
  'run.error',
  'run.withdrawn',
  'sandbox.close',
]);

/**
 * Expects every row of a team to name who acted: a key or a person of the team, or the key under which tests store work directly.
 * The service itself may act, but a run's steps belong to whoever started the run, which may be a connector that received an event.
 */
export const expectActors = async (db: Db, teamId: string): Promise<void> => {
  const keys = await db.selectFrom('api_keys').select('id').where('team_id', '=', teamId).execute();
  const people = await db.selectFrom('people').select('id').where('team_id', '=', teamId).execute();
  const events = await db
    .selectFrom('inbound_events')
    .select('connector_id')
    .where('team_id', '=', teamId)
    .execute();
  const senders = new Set(events.map((event) => event.connector_id));
  const known = new Set([someKey.id, ...[...keys, ...people].map(({ id }) => id)]);
  const rows = await db
    .selectFrom('agent_actions')
    .select(['seq', 'action', 'ledger_ref', 'body'])
    .where('team_id', '=', teamId)
    .orderBy('seq')
    .execute();
  const wrong = rows.flatMap(({ seq, action, ledger_ref, body }) => {
    const actor = actorIn(parseBody(body).content.actor);
    const fits =
      actor?.kind === 'service'
        ? !WORKFLOW_REF.test(ledger_ref) || BY_SERVICE_TOO.has(action) || senders.has(actor.id)
        : actor !== null && known.has(actor.id);
    return fits ? [] : [{ seq, action, ledger_ref, actor }];
  });
  expect(wrong, 'rows that do not name who acted').toEqual([]);
};
