import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { trialsOf } from '../../src/store/rule-sets/trials.ts';
import type { StoredVersion } from '../../src/store/rule-sets/versions.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { freshDatabase } from '../helpers/database.ts';

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);
/** Returns the day in India of a moment. */
const dayOf = (time: Date): string => new Date(time.getTime() + 5.5 * HOUR_MS).toISOString().slice(0, 10);

const by = (id: string): string => JSON.stringify({ kind: 'person', id, name: id });

it('a shadow that began before the version in force began to decide does not count as a trial against it', async () => {
  const { db } = await freshDatabase();
  const { id: teamId } = await ensureTeam(db, { name: 'bank' });
  const setId = 'rules_trials';
  await sql`INSERT INTO rule_sets (id, team_id, name) VALUES (${setId}, ${teamId}, 'support-rules')`.execute(
    db,
  );
  const proposed = { state: 'proposed', activated: null, from: null };
  // Activated three days ago, and in force since today.
  const active = { state: 'active', activated: hoursAgo(72), from: dayOf(new Date()) };
  for (const [version, { state, activated, from }] of [active, proposed].entries()) {
    const approved = activated === null ? null : hoursAgo(73);
    await sql`INSERT INTO rule_set_versions (rule_set_id, team_id, version, state, document, sha256, basis, effective_from, editors,
        drafted_by, proposed_by, proposer, proposed_at, approved_by, approver, approved_at, activated_by, activated_at, active_from)
      VALUES (${setId}, ${teamId}, ${version + 1}, ${state}, '{}', encode(sha256('{}'), 'hex'), 'run_day', '2026-01-01',
        ARRAY['p1'], ${by('p1')}, ${by('p1')}, 'p1', ${hoursAgo(80)}, ${approved && by('p2')}, ${approved && 'p2'}, ${approved},
        ${activated && by('p2')}, ${activated}, ${from})`.execute(db);
  }
  const begin = async (id: string, at: Date): Promise<unknown> =>
    sql`INSERT INTO rule_set_shadows (id, team_id, rule_set_id, version, vertical, pin, ends_at, max_runs, result, started_by,
        created_at, state, ended_at, ended_by, ended_because)
      VALUES (${id}, ${teamId}, ${setId}, 2, 'support', '{}', ${new Date()}, 5, '{}', '{}', ${at}, 'ended', ${new Date()}, '{}',
        'count')`.execute(db);
  await begin('shadow_early', hoursAgo(48));
  await begin('shadow_late', new Date());
  const stored = { rule_set_id: setId, version: 2, sha256: 'x' } as StoredVersion;
  expect((await trialsOf(db, stored, 'y')).map(({ id }) => id)).toEqual(['shadow_late']);
});
