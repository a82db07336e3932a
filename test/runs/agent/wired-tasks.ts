import { expect } from 'vitest';
import type { AgentTaskBody } from '../../../src/contract/agent-task.ts';
import type { ProviderName } from '../../../src/model/client.ts';
import { loadConfig } from '../../../src/config.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { readMessages } from '../../../src/runs/agent/transcript.ts';
import { useService } from '../../helpers/use-service.ts';
import { playWire, recordedWires, type RecordedWire, WIRE_OF } from '../../helpers/wires.ts';
import { startFakeProvider } from '../../model-provider/server.ts';
import { atEnd } from '../../helpers/at-end.ts';

/** Starts a service whose provider plays the recorded wires of one protocol. A task's text says which wire to play. */
export const useWiredTasks = async (protocol: ProviderName) => {
  const wires = recordedWires(protocol);
  const provider = await startFakeProvider(WIRE_OF[protocol], (asked) => {
    const [, name = ''] = /\[([\w.-]+)\]/.exec(asked.raw) ?? [];
    const wire = wires.find((one) => one.name === name);
    return wire && playWire(wire, asked);
  });
  atEnd(provider.close);
  const service = await useService({
    sandboxes: true,
    provider,
    env: { MODEL_PROVIDER: protocol, MODEL_RETRY_ATTEMPTS: '1' },
  });
  atEnd(() => expect(provider.unexpected()).toBe(0));

  /** Runs a task on a wire, and returns what people can see of it and what is stored sealed. */
  const run = async ({ name }: RecordedWire) => {
    const response = await fetch(`${service.url}/v1/agents/tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ task: `[${name}] Use Python to add 2 and 3. Then tell me the sum.` }),
    });
    const body = (await response.json()) as AgentTaskBody;
    const of = { teamId: service.teamId, ledgerRef: body.ledger_ref };
    const ring = new KeyRing(loadConfig(service.env).ENCRYPTION_KEYS, 'case-vault');
    const rows = await service.database.db
      .selectFrom('agent_actions')
      .select('body')
      .where('ledger_ref', '=', body.ledger_ref)
      .execute();
    const events = await service.database.db
      .selectFrom('run_events')
      .select('payload')
      .where('run_id', '=', body.ledger_ref)
      .execute();
    return {
      status: response.status,
      body,
      shown: JSON.stringify([body, rows, events]),
      sealed: JSON.stringify(await readMessages(service.database.db, ring, of)),
    };
  };
  return { wires, run };
};

/** Asserts that a task on a wire runs its code once and answers, and that nobody sees the thinking. */
export const expectAnswered = (
  { back }: RecordedWire,
  { status, body, shown, sealed }: Awaited<ReturnType<Awaited<ReturnType<typeof useWiredTasks>>['run']>>,
): void => {
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { status: 'succeeded', ended_by: 'answer', result: 'The sum is 5.', unverified_numbers: [] },
  });
  expect(body.steps).toMatchObject([{ code: 'print(2+3)', stdout: '5\n' }]);
  expect(shown).not.toMatch(/add them|Six\?|RXRtYWRl|Q2lNQm1h|encrypted_content/);
  const marks = JSON.stringify(back).match(/add them|RXRtYWRl\w*|Q2lNQm1h\w*|Z0FB\w*/g) ?? [];
  for (const mark of marks) expect(sealed).toContain(mark);
};
