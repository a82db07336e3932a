import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import type { Alert } from '../../../src/ledger/audit/alert.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { METRICS_TOKEN } from '../../helpers/contract.ts';
import { useService } from '../../helpers/use-service.ts';
import { askForErasure } from './helpers.ts';

const SECRET = 'a secret of a test';
const received: { alert: Alert; headers: IncomingHttpHeaders; body: string }[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const { data: alert } = JSON.parse(body) as { data: Alert };
    // The first attempt to report a changed row fails.
    const fails = alert.kind === 'row_hash' && !received.some((known) => known.alert.kind === 'row_hash');
    received.push({ alert, headers: request.headers, body });
    response.writeHead(fails ? 503 : 204).end();
  });
});
await new Promise<void>((resolve) => {
  receiver.listen(0, '127.0.0.1', resolve);
});
afterAll(async () => new Promise((resolve) => receiver.close(resolve)));
const { port } = receiver.address() as AddressInfo;
const service = await useService({
  verifiesLedger: false,
  env: {
    LEDGER_AUDIT_EVERY_S: '1',
    LEDGER_ALERT_WEBHOOK: `http://127.0.0.1:${port}/alerts`,
    LEDGER_ALERT_SECRET: SECRET,
    WORKER_ROLES: 'steps',
  },
});

/** Returns a superuser's statements that leave no trace in the chain. */
const untraced = (sql: string): string => `SET session_replication_role = 'replica'; ${sql}`;

const alertOf = async (kind: string, team: string | null = service.teamId): Promise<Alert> => {
  for (;;) {
    const found = received.find(({ alert }) => alert.kind === kind && alert.team_id === team);
    if (found !== undefined) return found.alert;
    await sleep(100);
  }
};

const cutOff = (rows: number): string =>
  untraced(`DELETE FROM agent_actions WHERE team_id = '${service.teamId}'
      AND seq > (SELECT max(seq) - ${rows} FROM agent_actions WHERE team_id = '${service.teamId}');
    UPDATE ledger_heads SET (seq, row_hash) = (SELECT seq, row_hash FROM agent_actions
      WHERE team_id = '${service.teamId}' ORDER BY seq DESC LIMIT 1) WHERE team_id = '${service.teamId}'`);

describe('The scheduled audit of a running service', { timeout: 120_000 }, () => {
  it('A13: the audit compares Temporal’s history and finds that rows after the last checkpoint were removed', async () => {
    const { id } = await service.startRun('kyc');
    await service.finished(id);
    await service.admin(cutOff(2));
    expect(await service.verify()).toMatchObject({ ok: true, checked: 6 });
    const alert = await alertOf('missing_row');
    expect(alert.reason).toMatch(
      /^wf-\w+: activity \d+ \((agent\.decision|db\.write)\) completed without writing a row$/,
    );
  });

  it('A21: the audit finds forged rows under the ref of a run and under an unknown ref, and accepts the row of a webhook', async () => {
    const { key } = await issueKey(service.database.db, {
      teamId: service.teamId,
      name: 'webhooks',
      scopes: ['webhooks'],
    });
    const made = await fetch(`${service.url}/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://claims.example.in/', events: ['payout.held'] }),
    });
    expect(made.status).toBe(201);
    const { id, ledger_ref } = await service.startRun('voice');
    await service.finished(id);
    const append = (ref: string, key: string, content: string): string =>
      `SELECT FROM append_agent_actions('{${service.teamId}}', '{act_${key}}', '{${ref}}', '{50}', '{db.write}', '{${key}}', '${content}')`;
    await service.admin(
      `${append(ledger_ref, 'forged1', '{"actor":{"activity_id":"99","workflow_id":"x"},"detail":{}}')};
       ${append('wf-00000000000070000000000000000000', 'forged2', '{"detail":{}}')}`,
    );
    const found = new Set<string>();
    while (found.size < 2) {
      for (const { alert } of received) if (alert.kind === 'unknown_row') found.add(alert.reason);
      await sleep(100);
    }
    expect([...found].toSorted()[0]).toMatch(/^wf-0+70+: neither Temporal nor the vault has work/);
    expect([...found].toSorted()[1]).toMatch(/no activity that wrote row \d+ \(db\.write\)$/);
  });

  it('A63: the audit reports a key that was destroyed by hand exactly once', async () => {
    const { id, ledger_ref } = await service.startRun('support');
    await service.finished(id);
    expect((await askForErasure(service, ledger_ref)).status).toBe(200);
    const { id: other, ledger_ref: destroyed } = await service.startRun('it');
    await service.finished(other);
    await service.admin(
      untraced(
        `UPDATE case_vault SET wrapped_key = NULL, sealed = NULL, erased_at = now() WHERE ref = '${destroyed}'`,
      ),
    );
    const told = () =>
      received.filter(({ alert }) => alert.kind === 'lost_key' && alert.reason.includes(destroyed));
    await expect.poll(told, { timeout: 30_000 }).toHaveLength(1);
    expect(told()[0]!.alert).toMatchObject({ team_id: service.teamId, first_broken: null });
    expect(received.some(({ alert }) => alert.reason.includes(ledger_ref))).toBe(false);
    // The row and the request are written at the same time, so the row may come second.
    const rows = async () =>
      service.database.db
        .selectFrom('agent_actions')
        .select('body')
        .where('team_id', '=', service.teamId)
        .where('action', '=', 'ledger.alert')
        .where('body', 'like', `%"lost_key"%${destroyed}%`)
        .execute();
    await expect.poll(rows, { timeout: 30_000 }).toHaveLength(1);
  });

  it('the audit reports a changed row by webhook, ledger row and metrics', async () => {
    const other = `team_other`;
    await service.admin(`INSERT INTO teams (id, name) VALUES ('${other}', 'other');
      SELECT FROM append_agent_actions('{${other},${other}}', '{act_1,act_2}', '{scan-1,scan-2}', '{1,1}', '{x,x}', '{a,b}', E'{"a":1}\\n{"a":2}')`);
    await service.admin(
      untraced(`ALTER TABLE agent_actions DROP CONSTRAINT agent_actions_hash;
        UPDATE agent_actions SET body = replace(body, '"a":1', '"a":3') WHERE team_id = '${other}' AND seq = 1`),
    );
    const alert = await alertOf('row_hash', other);
    expect(alert).toMatchObject({ first_broken: 1, reason: expect.stringContaining('row_hash') as string });
    expect((await alertOf('catalog', null)).reason).toBe(
      'catalog: differs from the release: constraint agent_actions agent_actions_hash (missing)',
    );
    const attempts = () => received.filter((known) => known.alert.kind === 'row_hash');
    await expect.poll(attempts).toHaveLength(2);
    const [first, second] = attempts();
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const verifier = new Webhook(Buffer.from(SECRET).toString('base64'));
    for (const { body, headers } of attempts())
      expect(verifier.verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
    const rows = await service.database.db
      .selectFrom('agent_actions')
      .select(['action', 'body'])
      .where('team_id', '=', other)
      .where('action', '=', 'ledger.alert')
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.body).toContain('"first_broken":1');
    const readMetrics = async () =>
      (
        await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
      ).text();
    // The metric counts this chain and the chain of the team whose value was destroyed.
    await expect.poll(readMetrics).toMatch(/^ledger_broken_chains 2$/m);
    const metrics = await readMetrics();
    expect(metrics).toMatch(/^ledger_check_age_seconds \d/m);
    // Later passes do not report the same finding again.
    const lost = received.filter((known) => known.alert.kind === 'lost_key').length;
    await sleep(3_000);
    expect(attempts()).toHaveLength(2);
    expect(received.filter((known) => known.alert.kind === 'lost_key')).toHaveLength(lost);
  });
});
