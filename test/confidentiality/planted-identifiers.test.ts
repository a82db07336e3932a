import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isAadhaar } from '../../src/governance/identifiers/aadhaar.ts';
import type { VerticalId } from '../../src/governance/verticals/definition.ts';
import { verticals } from '../../src/governance/verticals/index.ts';
import { dumpDatabase } from '../helpers/dump.ts';
import { startApiProcess, startWorkerProcess } from '../helpers/process.ts';
import { startService, type TestService } from '../helpers/service.ts';

const aadhaar = Array.from({ length: 10 }, (_, check) => `98765432101${check}`).find((digits) =>
  isAadhaar(digits),
)!;
const spaced = (digits: string, by: string): string => digits.match(/.{4}/g)!.join(by);

/** Made-up identifiers that appear nowhere else in the project, so anything that contains one got it from the planted cases. */
const planted = {
  aadhaar: [
    aadhaar,
    spaced(aadhaar, ' '),
    spaced(aadhaar, '-'),
    `${aadhaar.slice(0, 8)}-${aadhaar.slice(8)}`,
    `xyz${aadhaar}q`,
    spaced(aadhaar, ')('),
  ],
  pan: ['QZXPW7391M', 'qzxpw7391m'],
  phone: ['8765409123', '87654 09123'],
  email: ['planted.person@example.in'],
  card: ['4539578763621486', '4539 5787 6362 1486'],
};
const everyForm = Object.values(planted).flat();
const text = `Aadhaar ${planted.aadhaar.join(' or ')}, PAN ${planted.pan.join(' / ')}, call +91 ${planted.phone.join(', ')}, mail ${planted.email[0]}, card ${planted.card.join('; ')}`;

/** Returns the sample case with every field, known and unknown, filled with identifiers, both alone and inside other text. */
const plantedCases = (vertical: VerticalId): readonly Record<string, unknown>[] => {
  // `documents` takes only a list of ids.
  const names = verticals[vertical].members.map(({ name }) => name).filter((name) => name !== 'documents');
  const extra = {
    [`note ${aadhaar}`]: text,
    nested: { deep: [text, { [planted.pan[0]!]: planted.phone[0] }] },
  };
  const alone = names.map((name, index) => [name, everyForm[index % everyForm.length]]);
  return [
    { ...verticals[vertical].sample, ...extra },
    { ...Object.fromEntries(names.map((name) => [name, text])), ...extra },
    { ...Object.fromEntries(alone), ...extra },
  ];
};

const hits = (haystack: string): string[] => everyForm.filter((form) => haystack.includes(form));

const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Returns a file's content, or '' if the file has vanished, as files of a live server do. */
const contents = async (path: string): Promise<string> => readFile(path, 'latin1').catch(() => '');

let service: TestService;
const outputs: (() => string)[] = [];
const answers: string[] = [];
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  service = await startService({ worker: false, env: { LOG_LEVEL: 'debug' } });
  const api = await startApiProcess(service.env);
  const worker = await startWorkerProcess(service.env);
  outputs.push(api.output, worker.output);
  closers.push(
    async () => worker.kill('SIGTERM'),
    async () => api.kill('SIGTERM'),
    service.close,
  );

  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${api.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    answers.push(answer);
    return JSON.parse(answer);
  };
  for (const vertical of Object.keys(verticals) as VerticalId[]) {
    for (const value of plantedCases(vertical)) {
      const { id } = (await call('POST', `/v1/workforce/verticals/${vertical}/runs`, { case: value })) as {
        id: string;
      };
      await service.finished(id);
      await call('GET', `/v1/workforce/runs/${id}`);
      await call('GET', `/v1/workforce/runs/${id}/ledger`);
    }
    // Rejected bodies and unknown paths are logged too.
    await call('POST', `/v1/workforce/verticals/${vertical}/runs`, { case: text });
    await call('POST', `/v1/workforce/verticals/${vertical}/runs`, { case: { documents: text } });
    await call(
      'GET',
      `/v1/workforce/runs/${encodeURIComponent(planted.pan[0]!)}?q=${encodeURIComponent(text)}`,
    );
  }
  // Makes a step fail with a message that quotes a whole row.
  await service.admin(`
    CREATE FUNCTION test_leak() RETURNS trigger LANGUAGE plpgsql SET log_min_messages = panic AS $$
    BEGIN RAISE EXCEPTION 'planted failure %', '${aadhaar.slice(0, 5)}' || '${aadhaar.slice(5)}'; END $$;
    CREATE TRIGGER test_leak BEFORE INSERT ON claims FOR EACH ROW EXECUTE FUNCTION test_leak();`);
  const [value] = plantedCases('kyc');
  const { id } = (await call('POST', '/v1/workforce/verticals/kyc/runs', {
    case: { ...value, id: 'other' },
  })) as {
    id: string;
  };
  const failed = await service.finished(id);
  answers.push(JSON.stringify(failed));
  expect(failed.status).toBe('error');
  await service.admin('DROP TRIGGER test_leak ON claims; DROP FUNCTION test_leak();');
}, 180_000);

afterAll(async () => {
  for (const close of closers) await close();
});

describe('Identifiers planted in every field of every vertical', () => {
  it('no response about a run or its ledger contains a planted identifier', () => {
    expect(answers.length).toBeGreaterThan(40);
    expect(hits(answers.join('\n'))).toEqual([]);
  });

  it('no row of the database contains a planted identifier', async () => {
    const dump = await dumpDatabase(service.database.adminUrl);
    expect(dump).toContain('agent.decision');
    expect(hits(dump)).toEqual([]);
  });

  it(
    'no file of the database server contains a planted identifier, not even its write-ahead log',
    { timeout: 120_000 },
    async () => {
      await service.admin('CHECKPOINT');
      const files = await filesBelow(join(inject('scratch'), 'postgres'));
      expect(files.length).toBeGreaterThan(100);
      for (const file of files) expect(hits(await contents(file)), file).toEqual([]);
    },
  );

  it('Temporal’s database contains neither planted identifiers nor failure messages', async () => {
    const file = inject('temporalFile');
    const folder = dirname(file);
    const names = (await readdir(folder)).filter((name) => join(folder, name).startsWith(file));
    const stored = (await Promise.all(names.map(async (name) => contents(join(folder, name))))).join('');
    // Run ids are stored in the clear, so finding them shows that the file holds these runs.
    expect(stored).toContain(service.teamId);
    expect(hits(stored)).toEqual([]);
    expect(stored).not.toContain('The step failed');
    expect(stored).not.toContain('db.write failed');
  });

  it('no log of the API, worker, database or Temporal contains a planted identifier', async () => {
    const logs = outputs.map((output) => output());
    for (const log of logs) expect(log).toContain('"level":"info"');
    const folder = inject('scratch');
    for (const name of (await readdir(folder)).filter((name) => name.endsWith('.log'))) {
      logs.push(await contents(join(folder, name)));
    }
    expect(logs.length).toBeGreaterThan(3);
    expect(hits(logs.join('\n'))).toEqual([]);
  });

  it('every ledger chain remains intact', async () => {
    expect(await service.verify()).toMatchObject({ ok: true });
  });
});
