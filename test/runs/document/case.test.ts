import { describe, expect, it } from 'vitest';
import type { RunBody } from '../../../src/contract/run.ts';
import type { StoredDocumentBody } from '../../../src/contract/stored-document.ts';
import { kyc } from '../../../src/governance/verticals/kyc.ts';
import { createAgentTask } from '../../../src/runs/agent/task/create.ts';
import { filesOfRun } from '../../../src/runs/agent/read-files.ts';
import { parseBody, saidIn } from '../../../src/ledger/entry.ts';
import { overdueCases } from '../../../src/runs/erase.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { ensureTeam } from '../../../src/store/keys/team.ts';
import { loadConfig } from '../../../src/config.ts';
import { givenFiles } from '../../../src/api/agent-runs/given-files.ts';
import type { Caller } from '../../../src/store/keys/authenticate.ts';
import { messagesOf, startLive } from '../../helpers/live.ts';
import { someKey } from '../../helpers/actors.ts';
import { pageOf } from '../../helpers/pdf.ts';
import { openai } from '../../model-provider/openai.ts';
import { byTurn, createRunScripts, kycTurns } from '../../model-provider/scripts.ts';
import { useFakeProvider } from '../../model-provider/server.ts';
import { useService } from '../../helpers/use-service.ts';

const scripts = createRunScripts();
const provider = await useFakeProvider(openai, scripts.script);
const service = await useService({ sandboxes: true, provider });

const upload = async (content: Buffer, type = 'application/pdf', key = service.key): Promise<string> => {
  const response = await fetch(`${service.url}/v1/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body: new Uint8Array(content),
  });
  expect(response.status, await response.clone().text()).toBe(201);
  return ((await response.json()) as StoredDocumentBody).id;
};

const start = async (vertical: string, given: object): Promise<Response> =>
  service.request('POST', `/v1/workforce/verticals/${vertical}/runs`, { case: given });

const ended = async (vertical: string, given: object): Promise<RunBody> => {
  const response = await start(vertical, given);
  expect(response.status, await response.clone().text()).toBe(202);
  return service.finished(((await response.json()) as RunBody).id);
};

const erase = async (ledgerRef: string): Promise<void> => {
  const { teamId, database } = service;
  const { key } = await issueKey(database.db, { teamId, name: 'administrator', scopes: ['admin'] });
  const response = await fetch(`${service.url}/v1/govern/erasures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ledger_ref: ledgerRef }),
  });
  expect(response.status).toBe(200);
};

const formOf = (lines: Readonly<Record<string, string>>, title = 'Reimbursement claim form'): Buffer =>
  pageOf('Helvetica', [title, ...Object.entries(lines).map(([label, value]) => `${label}: ${value}`)]);

/** The sample case as a form, with a number of its own, so that no claim duplicates another. */
const stated = {
  PAN: String(kyc.sample['pan']),
  Aadhaar: String(kyc.sample['aadhaar']),
  'Policy No': String(kyc.sample['policy']),
  'Amount claimed': 'Rs 48,500',
  'Date of admission': '12/10/2026',
  'Date of discharge': '15/10/2026',
  Diagnosis: String(kyc.sample['diagnosis']),
  Hospital: String(kyc.sample['hospital']),
};

describe('Documents in a case', () => {
  it('a claim is approved from its form alone, and its rows name documents, pages and confidence but no values', async () => {
    const id = await upload(formOf(stated));
    const run = await ended('kyc', { id: 'CLM-DOC-1', documents: [{ file_id: id }] });
    expect(run).toMatchObject({ status: 'succeeded', decision: 'approve', reasons: [] });
    expect(run.documents).toMatchObject([
      { file_id: id, kind: 'claim_form', pages: [{ number: 1, notes: [], coverage: 1 }] },
    ]);
    const pan = run.documents![0]!.members.find(({ name }) => name === 'pan')!;
    expect(pan).toMatchObject({ page: 1, confidence: 1, source: 'text' });
    expect(pan.value).not.toContain('1234');
    const { entries } = await service.ledgerOf(run.id);
    expect(entries[0]).toMatchObject({ action: 'fs.read', step: 1 });
    expect(entries[0]!.detail).toMatchObject({
      documents_read: [{ file_id: id, kind: 'claim_form', failure: null }],
      members_filled: expect.arrayContaining(['aadhaar', 'amount', 'pan', 'policy']),
    });
    expect(JSON.stringify(entries)).not.toMatch(/ABCPK1234L|2345 ?6789 ?1238/);
    expect(JSON.stringify(entries[0])).not.toMatch(/48,?500|dengue|Lakeside/);
    const raw = await service.database.db.selectFrom('case_vault').select('sealed').execute();
    for (const { sealed } of raw) expect(sealed!.toString('latin1')).not.toContain('ABCPK1234L');
  });

  it('a person who decides reviews opens the values unmasked, and leaves a row', async () => {
    const id = await upload(formOf(stated));
    const run = await ended('kyc', { id: 'CLM-DOC-2', documents: [{ file_id: id }] });
    const { key } = await issueKey(service.database.db, {
      teamId: service.teamId,
      name: 'reviewer',
      scopes: ['reviews:decide'],
    });
    const response = await fetch(`${service.url}/v1/workforce/runs/${run.id}/documents`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { documents } = (await response.json()) as { documents: NonNullable<RunBody['documents']> };
    expect(documents[0]!.members).toContainEqual(expect.objectContaining({ name: 'pan', value: stated.PAN }));
    const { action } = await service.database.db
      .selectFrom('agent_actions')
      .select('action')
      .where('team_id', '=', service.teamId)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(action).toBe('vault.read');
  });

  it('a form that contradicts the bill or the case goes to a person, who sees both places', async () => {
    const form = await upload(formOf(stated));
    const bill = await upload(formOf({ 'Grand Total': '45,800.00' }, 'Final hospital bill'));
    const run = await ended('kyc', {
      id: 'CLM-DOC-3',
      policy: 'HI-2020',
      documents: [{ file_id: form }, { file_id: bill }],
    });
    expect(run).toMatchObject({ status: 'succeeded', decision: 'escalate' });
    const { detail } = run.reasons.find(({ code }) => code === 'DOC-CONFLICT')!;
    expect(detail).toMatch(
      /bill amount: document 1 \(claim form\), page 1, box [\d ]+ and document 2 \(hospital bill\), page 1/,
    );
    expect(detail).toMatch(/policy: the case and document 1 \(claim form\), page 1/);
    expect(detail).not.toMatch(/48|45,|HI-/);

    // The person who decides its review sees the documents, and the rows name the review.
    const { key } = await issueKey(service.database.db, {
      teamId: service.teamId,
      name: 'reviewer',
      scopes: ['runs:read', 'reviews:decide'],
    });
    for (const path of [`/v1/workforce/runs/${run.id}/documents`, `/v1/documents/${form}/pages/1.png`]) {
      const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } });
      expect(response.status, `${path} ${await response.text()}`).toBe(200);
    }
    const read = await service.database.db
      .selectFrom('agent_actions')
      .select('body')
      .where('team_id', '=', service.teamId)
      .where('action', '=', 'vault.read')
      .orderBy('seq', 'desc')
      .limit(2)
      .execute();
    for (const { body } of read)
      expect(saidIn(parseBody(body).content).detail).toMatchObject({
        purpose: 'review',
        reviews: [run.review!.id],
      });
  });

  it('a live run reads the documents with its tool, shows the model masked values and overrules its approval', async () => {
    const form = await upload(formOf(stated));
    const bill = await upload(formOf({ 'Grand Total': '45,800.00' }, 'Final hospital bill'));
    const documents = [form, bill].map((id) => ({ id, kind: null }));
    const value = { id: 'CLM-DOC-L', documents: [{ file_id: form }, { file_id: bill }] };
    const code =
      'import json\ncase = json.load(open("/tmp/case.json"))\nread = json.load(open("/tmp/documents.json"))\n' +
      'print(case["policy"], [one["kind"] for one in read], open(read[0]["text_file"]).read())';
    const turns = byTurn(openai, ...kycTurns('approve', code));
    const { id, ledgerRef } = await startLive(service, 'kyc', value, (run) => scripts.add(run.id, turns), {
      documents,
    });
    const run = await service.finished(id);
    expect(run).toMatchObject({ status: 'succeeded', decision: 'escalate' });
    expect(run.reasons.map(({ code }) => code)).toContain('DOC-CONFLICT');
    const said = JSON.stringify(await messagesOf(service, { ledgerRef }));
    expect(said).toContain('hospital_bill');
    // The model's code also reads them, and the rows name its files by hashes.
    const { entries } = await service.ledgerOf(id);
    expect(entries.find(({ action }) => action === 'sandbox.run')?.detail).toMatchObject({
      exit_code: 0,
      stdout: expect.stringContaining("['claim_form', 'hospital_bill'] Reimbursement claim form"),
      case_files: ['case.json', 'documents.json', 'documents/1.txt', 'documents/2.txt'].map((name) => ({
        name,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      })),
    });
    expect(said).toContain('Reimbursement claim form');
    expect(said).not.toMatch(/ABCPK1234L|2345 ?6789 ?1238/);
  });

  it('an agent task reads a document by its id', async () => {
    const file = await upload(formOf(stated));
    const caller = { teamId: service.teamId, scopes: new Set(['documents:write']) } as unknown as Caller;
    expect(await givenFiles(service.database.db, caller, [{ file_id: file }], '/files')).toEqual([
      { name: 'document.pdf', content: { blob_ref: `${file}/part-1` } },
    ]);
  });

  it('a document that was only partly read goes to a person', async () => {
    const long = Buffer.from(`Claim form\n${'A line of no importance.\n'.repeat(20_000)}`);
    const id = await upload(long, 'text/plain');
    const run = await ended('kyc', { ...kyc.sample, id: 'CLM-DOC-4', documents: [{ file_id: id }] });
    expect(run.decision).toBe('escalate');
    expect(run.reasons).toContainEqual({
      code: 'DOC-UNSURE',
      detail: 'document 1 (claim form), page 1, was not wholly read (79 % read)',
    });
  });

  it("an incident is diagnosed from its log file, and a ticket uses a screenshot's words", async () => {
    const log = await upload(
      Buffer.from('kernel: write failed: No space left on device\n/var at 98% used'),
      'text/plain',
    );
    const incident = await ended('it', {
      id: 'INC-DOC-1',
      host: 'app-db-01',
      severity: 'P2',
      symptom: 'Writes fail',
      documents: [{ file_id: log }],
    });
    expect(incident).toMatchObject({ status: 'succeeded', decision: 'resolved' });
    const screen = await upload(formOf({}, 'Locked out after wrong passwords, please reset my access'));
    const ticket = await ended('support', {
      id: 'TKT-DOC-1',
      customer: 'Anil Sample',
      pan: 'BNZPS4821K',
      email: 'anil.sample@mail.example',
      account: 'AC-7001',
      documents: [{ file_id: screen, kind: 'other' }],
    });
    expect(ticket).toMatchObject({ status: 'succeeded', decision: 'resolved' });
  });

  it("a case refuses another team's document, an erased one and a malformed list", async () => {
    const other = await ensureTeam(service.database.db, { name: 'other-bank' });
    const { key } = await issueKey(service.database.db, { teamId: other.id, name: 'other' });
    const theirs = await upload(formOf(stated), 'application/pdf', key);
    const mine = await upload(formOf(stated));
    expect((await start('kyc', { documents: [{ file_id: theirs }] })).status).toBe(404);
    expect((await start('kyc', { documents: [{ file_id: 'file_1' }] })).status).toBe(422);
    expect((await start('kyc', { documents: 'form.pdf' })).status).toBe(422);
    expect((await start('kyc', { documents: [{ file_id: mine }, { file_id: mine }] })).status).toBe(422);
    await service.request('DELETE', `/v1/documents/${mine}`);
    expect((await start('kyc', { documents: [{ file_id: mine }] })).status).toBe(410);
  });

  it('erasing a case erases its documents and their readings, and retention keeps them until then', async () => {
    const id = await upload(formOf(stated));
    const run = await ended('kyc', { id: 'CLM-DOC-5', documents: [{ file_id: id }] });
    const { db } = service.database;
    await service.admin(
      `UPDATE case_vault SET created_at = now() - interval '90 days' WHERE ref LIKE '${id}%'`,
    );
    const overdue = await overdueCases(db, { days: 60, limit: 100 });
    expect(overdue.map(({ ref }) => ref)).not.toContain(id);
    await erase(run.ledger_ref);
    expect((await service.request('GET', `/v1/documents/${id}`)).status).toBe(410);
    expect((await service.run(run.id)).documents).toBeUndefined();
    const left = await db
      .selectFrom('case_vault')
      .select('ref')
      .where((where) =>
        where.or([where('ref', 'like', `${id}%`), where('ref', 'like', `${run.ledger_ref}%`)]),
      )
      .where('sealed', 'is not', null)
      .execute();
    expect(left).toEqual([]);
  });

  it('a file of an agent task becomes a document of a case, and stays the file of its task', async () => {
    const ring = new KeyRing(loadConfig(service.env).ENCRYPTION_KEYS, 'case-vault');
    const { db } = service.database;
    const files = [{ name: 'form.pdf', content: formOf(stated) }];
    const model = { name: 'a-model', budgets: { turns: 1, tool_calls: 1, tokens: 1, wall_ms: 1, cost: 0 } };
    const ledgerRef = await db
      .transaction()
      .execute(async (tx) =>
        createAgentTask(tx, ring, { teamId: service.teamId, askedBy: someKey, task: 'x', files, model }),
      );
    const [file] = await filesOfRun(db, { teamId: service.teamId, ledgerRef });
    const run = await ended('kyc', { id: 'CLM-DOC-6', documents: [{ file_id: file!.id }] });
    expect(run.documents?.[0]).toMatchObject({ file_id: file!.id, kind: 'claim_form' });
    await erase(run.ledger_ref);
    expect((await service.request('GET', `/v1/documents/${file!.id}`)).status).toBe(200);
  });
});
