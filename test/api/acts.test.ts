import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/operations/index.ts';
import { scopes } from '../../src/contract/scopes.ts';
import { NO_WORKFLOW_REF } from '../../src/ids.ts';
import { createOperatorRun } from '../../src/runs/operator/create.ts';
import { keepOutput, keepScreen } from '../../src/runs/operator/steps.ts';
import { createAgentTask } from '../../src/runs/agent/task/create.ts';
import { addFile } from '../../src/runs/agent/files.ts';
import { filesOfRun } from '../../src/runs/agent/read-files.ts';
import { requestCancel } from '../../src/runs/vertical/cancel.ts';
import { SUPPORT } from '../../src/governance/rule-sets/built-in/support.ts';
import { startOperatorBody } from '../../src/contract/operator.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { actedBy } from '../../src/ledger/actor.ts';
import { parseBody } from '../../src/ledger/entry.ts';
import { someKey } from '../helpers/actors.ts';
import { startTestApi, type Sent, type TestApi } from '../helpers/api.ts';
import { createRecords } from '../helpers/records.ts';
import { createReview } from '../helpers/reviews.ts';
import { REFUNDS } from '../helpers/agent-policies.ts';
import { INVOICE } from '../helpers/team-verticals.ts';

const MASTER = randomBytes(32);

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['newTeam']>>;

beforeAll(async () => {
  api = await startTestApi({
    ENCRYPTION_KEYS: `k1:${MASTER.toString('base64')}`,
    // Nothing listens there, so a test of the connector fails without leaving this machine.
    CONNECTOR_PINNED: 'core.bank.example=127.0.0.1:1',
  });
  admin = await api.newTeam(scopes);
});

interface Row {
  readonly seq: number;
  readonly action: string;
  readonly ledger_ref: string;
  readonly actor: Readonly<Record<string, string>>;
  readonly detail: Readonly<Record<string, unknown>>;
}

const rowsAfter = async (seq: number): Promise<readonly Row[]> => {
  const rows = await api.database.db
    .selectFrom('agent_actions')
    .select(['seq', 'action', 'ledger_ref', 'body'])
    .where('team_id', '=', admin.teamId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute();
  return rows.map(({ body, ...row }) => {
    const { actor = {}, detail = {} } = parseBody(body).content;
    return { ...row, actor: actor as Row['actor'], detail };
  });
};

/** Returns the rows that work writes. */
const rowsOf = async (work: () => Promise<unknown>): Promise<readonly Row[]> => {
  const before = (await rowsAfter(0)).at(-1)?.seq ?? 0;
  await work();
  return rowsAfter(before);
};

const send = async <T = Record<string, unknown>>(
  method: string,
  path: string,
  sent: Sent = {},
): Promise<T> => {
  const { status, body } = await api.send<T>(method, path, { key: admin.key, ...sent });
  expect(status, `${method} ${path}`).toBeLessThan(300);
  return body;
};

const newKey = async (): Promise<string> => (await api.newKey(admin.teamId, ['runs:read'])).keyId;

const newPerson = async (): Promise<string> =>
  (await send<{ id: string }>('POST', '/v1/people', { body: { name: 'Asha Sample', roles: ['viewer'] } })).id;

const newWebhook = async (): Promise<string> => {
  const body = { url: 'https://hooks.bank.example/pramaan', events: ['task.done'] };
  return (await send<{ id: string }>('POST', '/v1/webhooks', { body })).id;
};

const putConnector = async (): Promise<unknown> =>
  send('PUT', '/v1/connectors/core', {
    body: { kind: 'http', serves: 'policies', http: { url: 'http://core.bank.example/{key}' } },
  });

const putCredential = async (): Promise<unknown> =>
  send('PUT', '/v1/credentials/portal', {
    body: { hosts: ['portal.bank.example'], fields: { password: 'made-up-password' } },
  });

/** Stores a task with a file and an operator run with a picture, as their workflows do. */
const stored = async () => {
  const { teamId } = admin;
  const ring = new KeyRing([{ id: 'k1', key: MASTER }], 'case-vault');
  const model = { name: 'a-model', budgets: { turns: 1, tool_calls: 1, tokens: 1, wall_ms: 1, cost: 0 } };
  return api.database.db.transaction().execute(async (tx) => {
    const files = [{ name: 'x.txt', content: Buffer.from('x') }];
    const task = await createAgentTask(tx, ring, { teamId, askedBy: someKey, task: 'x', files, model });
    const { run_id: runId } = await createOperatorRun(tx, ring, {
      teamId,
      askedBy: someKey,
      wish: startOperatorBody.parse({ task: 'x' }),
      allow: [],
      model,
      bounds: { tokens: 1, cost: 0 },
      taskQueue: 'none',
    });
    await keepScreen(tx, ring, { teamId, runId, n: 1 }, Buffer.from('png'));
    await addFile(tx, ring, {
      teamId,
      ledgerRef: runId,
      origin: 'left',
      source: 'downloads',
      name: 'x.csv',
      content: Buffer.from('x'),
    });
    const fileOf = async (ledgerRef: string): Promise<string> =>
      (await filesOfRun(tx, { teamId, ledgerRef }))[0]!.id;
    return { task, file: await fileOf(task), operator: runId, operatorFile: await fileOf(runId) };
  });
};

type Acts = Readonly<Record<string, readonly [action: string, act: () => Promise<unknown>]>>;

const importCsv = async (kind: string, csv: string): Promise<unknown> =>
  send('POST', `/v1/records/${kind}/import`, { headers: { 'content-type': 'text/csv' }, body: csv });

const writeRecord = async (path: string, body: object): Promise<unknown> =>
  send('PUT', `/v1/records/${path}`, { body });

/** Acts on records. The team has the demo records. */
const RECORD_ACTS: Acts = {
  importPolicies: [
    'records.imported',
    async () =>
      importCsv(
        'policies',
        'number,status,cover_from,cover_to,sum_insured\nACT-1,active,01/04/2026,31/03/2027,500000\n',
      ),
  ],
  importHospitals: [
    'records.imported',
    async () => importCsv('hospitals', 'name,in_network\nAct Hospital,yes\n'),
  ],
  importAccounts: [
    'records.imported',
    async () => importCsv('accounts', 'number,pan,email,status\nACT-1,ABCPK1234L,a@mail.example,active\n'),
  ],
  importCallers: [
    'records.imported',
    async () => importCsv('callers', 'phone,policy,address\n9833471625,HI-1010,Pune 411001\n'),
  ],
  importProducts: [
    'records.imported',
    async () => importCsv('products', 'code,title,rule_set\nACT,Act,standard-health\n'),
  ],
  importMembers: [
    'records.imported',
    async () => importCsv('members', 'number,policy,pan,joined\nM-1,HI-1010,ABCPK1234L,01/04/2020\n'),
  ],
  importCounters: [
    'records.imported',
    async () => importCsv('counters', 'policy,year,benefit,used\nHI-1010,01/01/2026,cataract:left,10\n'),
  ],
  writePolicy: [
    'records.written',
    async () =>
      writeRecord('policies/ACT-2', {
        status: 'active',
        cover_from: '2026-04-01',
        cover_to: '2027-03-31',
        sum_insured: 1,
      }),
  ],
  writeHospital: ['records.written', async () => writeRecord('hospitals/other', { in_network: false })],
  writeAccount: [
    'records.written',
    async () =>
      writeRecord('accounts/ACT-2', { pan: 'ABCPK1234L', email: 'a@mail.example', status: 'locked' }),
  ],
  writeCaller: [
    'records.written',
    async () => writeRecord('callers/9833471626', { policy: 'HI-1010', address: 'Pune 411001' }),
  ],
  writeProduct: [
    'records.written',
    async () => writeRecord('products/ACT-2', { title: 'Act', rule_set: 'standard-health' }),
  ],
  writeMember: [
    'records.written',
    async () =>
      writeRecord('members/M-2', { policy: 'HI-1010', aadhaar: '234567891238', joined: '2020-04-01' }),
  ],
  writeCounter: [
    'records.written',
    async () => writeRecord('counters/HI-1010~2026-01-01~cataract:right~M-2', { used: '20' }),
  ],
  deleteProduct: ['records.deleted', async () => send('DELETE', '/v1/records/products/ACT')],
  deleteMember: ['records.deleted', async () => send('DELETE', '/v1/records/members/M-1')],
  deleteCounter: [
    'records.deleted',
    async () => send('DELETE', '/v1/records/counters/HI-1010~2026-01-01~cataract:left'),
  ],
  deletePolicy: ['records.deleted', async () => send('DELETE', '/v1/records/policies/HI-1004')],
  deleteHospital: ['records.deleted', async () => send('DELETE', '/v1/records/hospitals/lakeside-hospital')],
  deleteAccount: ['records.deleted', async () => send('DELETE', '/v1/records/accounts/AC-7003')],
  deleteCaller: ['records.deleted', async () => send('DELETE', '/v1/records/callers/+919876543210')],
  reportPayout: [
    'payout.paid',
    async () => {
      const { payouts } = await createRecords(api.database.db, admin.teamId, 'run_0');
      const body = { status: 'paid', reference: 'UTR-1' };
      await send('POST', `/v1/records/payouts/${payouts}/status`, { body });
    },
  ],
};

/** Opens a review under the key's name and acts on it. */
const actOnReview = async (...acts: readonly (readonly [act: string, body?: object])[]): Promise<void> => {
  const actor = actedBy({ kind: 'key', id: admin.keyId, name: 'test' }, { key_id: admin.keyId });
  const id = await createReview(api.database, admin.teamId, actor);
  for (const [act, body] of acts)
    await send('POST', `/v1/reviews/${id}/${act}`, body === undefined ? {} : { body });
};

const REVIEW_ACTS: Acts = {
  claimReview: ['review.claimed', async () => actOnReview(['claim'])],
  releaseReview: ['review.released', async () => actOnReview(['claim'], ['release'])],
  commentReview: ['review.commented', async () => actOnReview(['comment', { text: 'Seen.' }])],
  decideReview: ['review.decided', async () => actOnReview(['decide', { option: 'resolve' }])],
  setReviewPolicy: [
    'setting.changed',
    async () => {
      const minutes = { due_minutes: 60, remind_minutes: 10, expire_minutes: 60 };
      await send('PUT', '/v1/reviews/policy', { body: { four_eyes_above: null, ...minutes } });
    },
  ],
};

/** Writes a draft of the next version of a rule set. */
let version = 2;
const putDraft = async (): Promise<string> => {
  version += 1;
  const path = `/v1/rule-sets/support-rules/versions/${version}`;
  await send('PUT', path, { body: { ...SUPPORT, version } });
  return path;
};

/** The path of the version that runs in shadow. A rule set has one at a time. */
let inShadow: string | undefined;
const stopShadow = async (): Promise<void> => {
  if (inShadow !== undefined) await send('POST', `${inShadow}/shadow/stop`);
  inShadow = undefined;
};
const startShadow = async (): Promise<void> => {
  await stopShadow();
  inShadow = await putDraft();
  await send('POST', `${inShadow}/propose`);
  await send('POST', `${inShadow}/shadow`, { body: {} });
};

/** Writes a draft of the next version of a team's vertical. */
let verticalVersion = 0;
const putVerticalDraft = async (): Promise<string> => {
  verticalVersion += 1;
  const path = `/v1/verticals/invoice/versions/${verticalVersion}`;
  await send('PUT', path, { body: { ...INVOICE, version: verticalVersion } });
  return path;
};

const OWN_RECORD = '/v1/collections/purchase_orders/PO-1';
const putOwnRecord = async (): Promise<unknown> => send('PUT', OWN_RECORD, { body: { status: 'open' } });

/** Writes a draft of the next version of an agent policy. */
let policyVersion = 0;
const putPolicyDraft = async (): Promise<string> => {
  policyVersion += 1;
  const path = `/v1/agent-policies/refunds/versions/${policyVersion}`;
  await send('PUT', path, { body: { ...REFUNDS, version: policyVersion } });
  return path;
};

const AN_ACT = { agent: 'bot', action: 'pay' };

const AGENT_ACTS: Acts = {
  decideAct: [
    'agent.denied',
    async () => send('POST', '/v1/govern/decide', { body: { ...AN_ACT, resource: 'x' } }),
  ],
  recordAct: [
    'agent.reported',
    async () => send('POST', '/v1/govern/record', { body: { ...AN_ACT, summary: 'Paid.' } }),
  ],
  putAgentPolicyDraft: ['policy.drafted', putPolicyDraft],
  proposeAgentPolicy: ['policy.proposed', async () => send('POST', `${await putPolicyDraft()}/propose`)],
};

const RULE_SET_ACTS: Acts = {
  putTeamVerticalDraft: ['vertical.drafted', putVerticalDraft],
  proposeTeamVertical: ['vertical.proposed', async () => send('POST', `${await putVerticalDraft()}/propose`)],
  writeOwnRecord: ['records.written', putOwnRecord],
  deleteOwnRecord: [
    'records.deleted',
    async () => {
      await putOwnRecord();
      return send('DELETE', OWN_RECORD);
    },
  ],
  putRuleSetDraft: ['rules.drafted', putDraft],
  proposeRuleSet: ['rules.proposed', async () => send('POST', `${await putDraft()}/propose`)],
  startBacktest: [
    'rules.backtest_started',
    async () => send('POST', `${await putDraft()}/backtests`, { body: {} }),
  ],
  setRuleSetBounds: [
    'rules.bounds_set',
    async () => send('PUT', '/v1/rule-sets/support-rules/bounds', { body: { min_runs: 1 } }),
  ],
  startShadow: ['rules.shadow_started', startShadow],
  stopShadow: [
    'rules.shadow_ended',
    async () => {
      await startShadow();
      await stopShadow();
    },
  ],
};

/** The acts that write a row while the request is served, and the row's action. */
const ACTS: Acts = {
  issueKey: [
    'key.issued',
    async () => send('POST', '/v1/admin/keys', { body: { name: 'portal', scopes: ['runs:read'] } }),
  ],
  rotateKey: ['key.issued', async () => send('POST', `/v1/admin/keys/${await newKey()}/rotate`)],
  revokeKey: ['key.revoked', async () => send('DELETE', `/v1/admin/keys/${await newKey()}`)],
  scanText: ['pii.scan', async () => send('POST', '/v1/govern/scan', { body: { text: 'nothing' } })],
  eraseCase: [
    'case.erase',
    async () => send('POST', '/v1/govern/erasures', { body: { ledger_ref: (await stored()).task } }),
  ],
  setSwitch: [
    'safety.suspended',
    async () => {
      const body = { scope: 'payouts', action: 'suspend', reason: 'An exercise.' };
      await send('POST', '/v1/govern/switches', { body });
    },
  ],
  describeSystem: [
    'system.described',
    async () => {
      const nothing = { risk_tier: null, validator: null, approved_on: null, next_review: null };
      await send('PUT', '/v1/govern/systems/operators', { body: { owner: 'Claims', ...nothing } });
    },
  ],
  putCredential: ['credential.changed', putCredential],
  deleteCredential: [
    'credential.deleted',
    async () => {
      await putCredential();
      await send('DELETE', '/v1/credentials/portal');
    },
  ],
  putConnector: ['connector.changed', putConnector],
  testConnector: [
    'connector.tested',
    async () => {
      await putConnector();
      await send('POST', '/v1/connectors/core/test', { body: { key: 'HI-1001' } });
    },
  ],
  deleteConnector: [
    'connector.deleted',
    async () => {
      await putConnector();
      await send('DELETE', '/v1/connectors/core');
    },
  ],
  exportLedger: ['ledger.exported', async () => send('GET', '/v1/govern/export?format=ocsf')],
  decodePayloads: [
    'codec.decoded',
    async () => send('POST', '/v1/temporal/codec/decode', { body: { payloads: [{ data: 'eA==' }] } }),
  ],
  codecLogin: [
    'codec.signed_in',
    async () =>
      send('POST', '/v1/temporal/codec/login', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ key: admin.key }).toString(),
      }),
  ],
  createWebhook: ['webhook.created', newWebhook],
  rotateWebhook: ['webhook.rotated', async () => send('POST', `/v1/webhooks/${await newWebhook()}/rotate`)],
  disableWebhook: [
    'webhook.disabled',
    async () => send('POST', `/v1/webhooks/${await newWebhook()}/disable`),
  ],
  testWebhook: ['webhook.tested', async () => send('POST', `/v1/webhooks/${await newWebhook()}/test`)],
  deleteWebhook: ['webhook.deleted', async () => send('DELETE', `/v1/webhooks/${await newWebhook()}`)],
  addPerson: ['person.added', newPerson],
  changeRoles: [
    'person.role_changed',
    async () => send('PUT', `/v1/people/${await newPerson()}/roles`, { body: { roles: ['auditor'] } }),
  ],
  deactivatePerson: ['person.deactivated', async () => send('DELETE', `/v1/people/${await newPerson()}`)],
  reactivatePerson: [
    'person.reactivated',
    async () => {
      const path = `/v1/people/${await newPerson()}`;
      await send('DELETE', path);
      await send('POST', `${path}/reactivate`);
    },
  ],
  deleteDocument: [
    'case.erase',
    async () => {
      const headers = { 'content-type': 'text/plain' };
      const { id } = await send<{ id: string }>('POST', '/v1/documents', { headers, body: 'a log' });
      await send('DELETE', `/v1/documents/${id}`);
    },
  ],
  getAgentTaskFile: [
    'vault.read',
    async () => {
      const { task, file } = await stored();
      await send('GET', `/v1/agents/tasks/${task}/files/${file}`);
    },
  ],
  getOperatorFile: [
    'vault.read',
    async () => {
      const { operator, operatorFile } = await stored();
      await send('GET', `/v1/operators/runs/${operator}/files/${operatorFile}`);
    },
  ],
  getOperatorScreenshot: [
    'vault.read',
    async () => send('GET', `/v1/operators/runs/${(await stored()).operator}/screenshots/1`),
  ],
};

/**
 * Acts whose rows are written by the work that they start or steer. Tests with a whole service check those rows when they close
 * it (helpers/use-service.ts).
 */
const BY_THEIR_WORK = [
  'analyze',
  'approveOperatorAction',
  'cancelAgentTask',
  'cancelAnalysis',
  'cancelOperatorRun',
  'cancelRun',
  'createDocument',
  'deleteSandbox',
  'extractDocument',
  'makeOperatorVideo',
  'runAgentTask',
  'openSandbox',
  'reviseRun',
  'runCode',
  'runInSandbox',
  'runLive',
  'startOperatorRun',
  'startRun',
];

/** Acts on a webhook whose receiver has failed. */
const OF_FAILED_WEBHOOKS = ['enableWebhook', 'redeliverWebhook'];

/** Acts of a person who signs in or out, which the tests of sign-in check. */
const OF_SIGN_IN = ['endSession', 'signOut', 'useLink'];

/** Acts of another system, whose connector is the row's actor: connectors/inbound.test.ts. */
const OF_SENDERS = ['receiveEvent'];

/** A checkpoint is evidence about the chain itself, and an address for the live view becomes a row once it is opened. */
const WITHOUT_ROW = [
  'checkAgentPolicyDraft',
  'checkRuleSetDraft',
  'checkTeamVerticalDraft',
  'controlOperatorRun',
  'dryRunAgentPolicy',
  'makeCheckpoint',
  'verifyReceipt',
  'watchOperatorRun',
];

/** Runs other operations, which are recorded as such: test/mcp. */
const OF_TOOLS = ['callMcp'];

/** Acts that no key can do alone: rule-sets.test.ts, test/runs/team-verticals. */
const OF_PEOPLE = [
  'approveRuleSet',
  'activateRuleSet',
  'rollBackRuleSet',
  'approveTeamVertical',
  'activateTeamVertical',
  'rollBackTeamVertical',
  'approveAgentPolicy',
  'activateAgentPolicy',
  'rollBackAgentPolicy',
];

describe('An act of a key', () => {
  it('every operation that changes something is known to be recorded', () => {
    const changing = operations.filter(({ method }) => method !== 'get').map(({ id }) => id);
    const known = [
      ...Object.keys(ACTS),
      ...Object.keys(RECORD_ACTS),
      ...Object.keys(REVIEW_ACTS),
      ...Object.keys(RULE_SET_ACTS),
      ...Object.keys(AGENT_ACTS),
      ...OF_PEOPLE,
      ...BY_THEIR_WORK,
      ...OF_FAILED_WEBHOOKS,
      ...OF_SIGN_IN,
      ...OF_SENDERS,
      ...WITHOUT_ROW,
      ...OF_TOOLS,
    ];
    expect(changing.filter((id) => !known.includes(id))).toEqual([]);
  });

  it.each(
    [ACTS, RECORD_ACTS, REVIEW_ACTS, RULE_SET_ACTS, AGENT_ACTS].flatMap((acts) => Object.entries(acts)),
  )('%s is a row that names the key', async (_id, [action, act]) => {
    const rows = await rowsOf(act);
    const actor = { kind: 'key', id: admin.keyId, name: 'test', key_id: admin.keyId };
    for (const row of rows) {
      expect(row).toMatchObject({ actor });
      // The audit raises an alarm about any other ref.
      expect(row.ledger_ref).toMatch(NO_WORKFLOW_REF);
    }
    expect(rows.at(-1)).toMatchObject({ action });
  });

  it('readers of the ledger see who acted', async () => {
    const { ledger_ref } = await send('POST', '/v1/govern/scan', { body: { text: 'nothing' } });
    expect((await send('GET', `/v1/govern/ledger/${String(ledger_ref)}`))['entries']).toMatchObject([
      { actor: { kind: 'key', id: admin.keyId, name: 'test' } },
    ]);
  });

  it('revoking a key again adds no row, and an export that matches nothing adds none', async () => {
    const keyId = await newKey();
    await send('DELETE', `/v1/admin/keys/${keyId}`);
    const rows = await rowsOf(async () => {
      await send('DELETE', `/v1/admin/keys/${keyId}`);
      await api.send('GET', '/v1/govern/export?under=7', { key: admin.key });
    });
    expect(rows).toEqual([]);
  });

  it('an export names its selection, and does not contain its own row', async () => {
    const last = (await rowsAfter(0)).at(-1)!.seq;
    const rows = await rowsOf(async () => {
      const text = await send<string>('GET', '/v1/govern/export?from=2026-01-01T00:00:00Z');
      expect(text).toContain(`"rows":${last}`);
    });
    expect(rows).toMatchObject([
      { detail: { scope: 'range', format: 'jsonl', from: '2026-01-01T00:00:00Z' } },
    ]);
  });

  it('steering an operator does not reveal its output, and the row of a reader names what was read', async () => {
    const { operator } = await stored();
    const ring = new KeyRing([{ id: 'k1', key: MASTER }], 'case-vault');
    const ref = { teamId: admin.teamId, runId: operator };
    await api.database.db.transaction().execute(async (tx) => {
      await keepOutput(tx, ring, ref, { total: 'a made-up output' });
      await tx.updateTable('operator_runs').set({ final_step: 1 }).where('id', '=', operator).execute();
    });
    const steered = await send('POST', `/v1/operators/runs/${operator}/cancel`);
    expect(steered['run_id']).toBe(operator);
    expect(steered).not.toHaveProperty('output');
    expect(steered).not.toHaveProperty('final_screenshot_b64');
    const read = async (): Promise<unknown> => {
      const body = await send('GET', `/v1/operators/runs/${operator}`);
      expect(body['output']).toEqual({ total: 'a made-up output' });
      return body;
    };
    expect(await rowsOf(read)).toMatchObject([{ detail: { ref: operator, screen: 'final', output: true } }]);
    await api.database.db
      .updateTable('operator_runs')
      .set({ final_step: null })
      .where('id', '=', operator)
      .execute();
    const [row] = await rowsOf(read);
    expect(row!.detail).toEqual({ ref: operator, output: true });
  });

  it('a run keeps who started it, and the first who cancelled it', async () => {
    const { id } = await send('POST', '/v1/workforce/verticals/kyc/runs');
    await send('POST', `/v1/workforce/runs/${String(id)}/cancel`);
    const person = { kind: 'person', id: 'person_1', name: 'A. S.' } as const;
    await requestCancel(api.database.db, { teamId: admin.teamId, runId: String(id) }, person);
    const run = await api.database.db
      .selectFrom('runs')
      .select(['asked_by', 'cancel_requested_by', 'cancel_requested_actor'])
      .where('id', '=', String(id))
      .executeTakeFirstOrThrow();
    const actor = { kind: 'key', id: admin.keyId, name: 'test' };
    expect(run).toEqual({
      asked_by: actor,
      cancel_requested_by: admin.keyId,
      cancel_requested_actor: actor,
    });
  });
});
