import { afterAll, describe, expect, it } from 'vitest';
import { ledgerRefOfRun, newId } from '../../src/ids.ts';
import { someKey } from '../helpers/actors.ts';
import { createGate } from '../helpers/gate.ts';
import { useService } from '../helpers/use-service.ts';
import { withoutIds } from '../helpers/without-ids.ts';

const service = await useService();
const gate = await createGate(service.database.adminUrl);
afterAll(gate.close);

/** Starts a run and holds it in the middle of its third step. */
const heldRun = async (): Promise<string> => {
  await gate.shut(3);
  const { id } = await service.startRun('kyc');
  await gate.reached();
  return id;
};

describe('A run that ends early', () => {
  it('a cancelled run finishes its current step and then records only the cancellation', async () => {
    const id = await heldRun();
    expect((await service.request('POST', `/v1/workforce/runs/${id}/cancel`)).status).toBe(202);
    await gate.open();
    const run = await service.finished(id);
    expect(run).toMatchObject({ status: 'error', decision: null, error: { code: 'cancelled' } });
    const { entries } = await service.ledgerOf(id);
    expect(entries.map(({ action }) => action)).toEqual(['fs.read', 'pii.scan', 'kyc.verify', 'run.error']);
    expect(entries.at(-1)).toMatchObject({ detail: { code: 'cancelled' } });
  });

  it('the reconciler records a run that was terminated in Temporal', async () => {
    const id = await heldRun();
    await service.engine.workflow.getHandle(id).terminate('by an operator');
    await gate.open();
    expect(await service.finished(id)).toMatchObject({ status: 'error', error: { code: 'terminated' } });
    expect((await service.ledgerOf(id)).entries.at(-1)).toMatchObject({ action: 'run.error' });
  });

  it('a run whose case is missing from the vault ends with the error code refused', async () => {
    const id = newId('run');
    await service.database.db
      .insertInto('runs')
      .values({
        id,
        team_id: service.teamId,
        vertical: 'kyc',
        mode: 'simulated',
        status: 'running',
        ledger_ref: ledgerRefOfRun(id),
        case_id: null,
        asked_by: JSON.stringify(someKey),
      })
      .execute();
    expect(await service.finished(id)).toMatchObject({ status: 'error', error: { code: 'refused' } });
  });

  it('a bug ends the run at once, and no response shows its message', async () => {
    await service.admin(`
      CREATE FUNCTION test_bug() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.step = 5 THEN RAISE EXCEPTION 'secret 2345 6789 1238'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER test_bug BEFORE INSERT ON agent_actions FOR EACH ROW EXECUTE FUNCTION test_bug();`);
    const { id } = await service.startRun('kyc');
    const run = await service.finished(id);
    await service.admin('DROP TRIGGER test_bug ON agent_actions; DROP FUNCTION test_bug();');
    expect(run).toMatchObject({ status: 'error', error: { code: 'internal' } });
    expect(withoutIds(run)).not.toContain('1238');
    expect((await service.ledgerOf(id)).entries).toHaveLength(5);
  });

  it('every chain still verifies', async () => {
    expect(await service.verify()).toMatchObject({ ok: true });
  });
});
