import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_DOCUMENT_BYTES, type StoredDocumentBody } from '../../../src/contract/stored-document.ts';
import { parseBody } from '../../../src/ledger/entry.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { ensureTeam } from '../../../src/store/keys/team.ts';
import {
  hugePng,
  lockedPdf,
  pdfBomb,
  pdfOfPages,
  pdfWithScript,
  pngOf,
  polyglot,
} from '../../helpers/document-files.ts';
import { pramaan } from '../../cli/run.ts';
import { pageOf, xfaOf } from '../../helpers/pdf.ts';
import { useService } from '../../helpers/use-service.ts';

const service = await useService({ sandboxes: true });

const send = async (
  body: Buffer | FormData,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${service.url}/v1/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, ...headers },
    body: body instanceof FormData ? body : new Uint8Array(body),
  });

const statusOf = async (body: Buffer | FormData, type?: string): Promise<number> =>
  (await send(body, type === undefined ? {} : { 'content-type': type })).status;

const upload = async (body: Buffer | FormData, type?: string): Promise<StoredDocumentBody> => {
  const response = await send(body, type === undefined ? {} : { 'content-type': type });
  expect(response.status, await response.clone().text()).toBe(201);
  return (await response.json()) as StoredDocumentBody;
};

const formOf = (files: readonly Buffer[], type = 'image/png'): FormData => {
  const form = new FormData();
  for (const file of files) form.append('file', new File([new Uint8Array(file)], 'page', { type }));
  return form;
};

interface Row {
  readonly action: string;
  readonly ledger_ref: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

const rowsOf = async (): Promise<readonly Row[]> => {
  const rows = await service.database.db
    .selectFrom('agent_actions')
    .select(['action', 'ledger_ref', 'body'])
    .where('team_id', '=', service.teamId)
    .orderBy('seq')
    .execute();
  return rows.map(({ body, ...row }) => ({
    ...row,
    detail: parseBody(body).content['detail'] as Row['detail'],
  }));
};

const sealedOf = async (id: string): Promise<number> => {
  const rows = await service.database.db
    .selectFrom('case_vault')
    .select('ref')
    .where('ref', 'like', `${id}%`)
    .where('sealed', 'is not', null)
    .execute();
  return rows.length;
};

const form = pageOf('Helvetica', ['Claim form', 'PAN: ABCPK1234L', 'Hospital: Lakeside Hospital']);

describe('POST /v1/documents', () => {
  it('the API seals a PDF, counts its pages in a sandbox and records its hash but none of its text', async () => {
    const document = await upload(form, 'application/pdf');
    const sha256 = createHash('sha256').update(form).digest('hex');
    expect(document).toMatchObject({ kind: 'pdf', pages: 1, files: 1, status: 'ready', sha256 });
    expect(document.id).toMatch(/^file_[0-9a-f]{32}$/);
    const row = (await rowsOf()).find(({ ledger_ref }) => ledger_ref === document.id);
    expect(row).toMatchObject({
      action: 'document.store',
      detail: { sha256, bytes: form.length, kind: 'pdf', pages: 1, egress_attempts: 0 },
    });
    expect(JSON.stringify(await rowsOf())).not.toMatch(/ABCPK|Lakeside/);
    const vault = await service.database.db
      .selectFrom('case_vault')
      .select('sealed')
      .where('ref', 'like', `${document.id}%`)
      .execute();
    for (const { sealed } of vault) expect(sealed!.toString('latin1')).not.toMatch(/PDF|ABCPK/);
    const read = await service.request('GET', `/v1/documents/${document.id}`);
    expect(await read.json()).toEqual(document);
    const listed = (await (await service.request('GET', '/v1/documents?limit=1')).json()) as {
      documents: StoredDocumentBody[];
    };
    expect(listed.documents).toEqual([document]);
  });

  it('several photos in a form become the pages of one document, in their order', async () => {
    const document = await upload(formOf([pngOf(300, 400), pngOf(500, 200)]));
    expect(document).toMatchObject({ kind: 'png', files: 2, pages: 2, status: 'ready' });
    const { pages } = await service.database.db
      .selectFrom('documents')
      .select('pages')
      .where('id', '=', document.id)
      .executeTakeFirstOrThrow();
    expect(pages!.map(({ width, height }) => [width, height])).toEqual([
      [300, 400],
      [500, 200],
    ]);
  });

  it('the command line uploads photos as one document and shows it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pramaan-documents-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const files = [join(folder, 'page-1.png'), join(folder, 'page-2.png')];
    for (const file of files) await writeFile(file, pngOf(90, 90));
    const env = { PRAMAAN_URL: service.url, PRAMAAN_KEY: service.key };
    const uploaded = await pramaan(env, 'documents', 'upload', ...files);
    expect(uploaded.stdout).toMatch(/^file_[0-9a-f]{32}: ready\n {2}png, 2 files, 2 pages,/);
    const shown = await pramaan(env, 'documents', 'get', uploaded.stdout.split(':')[0]!);
    expect(shown.stdout).toBe(uploaded.stdout);
    expect((await pramaan(env, 'documents', 'upload', join(folder, 'none.png'))).code).toBe(2);
  });

  it('the same Idempotency-Key stores a document once, and refuses another document', async () => {
    const headers = { 'content-type': 'image/png', 'idempotency-key': 'scan-1' };
    const [first, second] = [await send(pngOf(64, 64), headers), await send(pngOf(64, 64), headers)];
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await second.json()).toEqual(await first.json());
    expect((await send(pngOf(65, 64), headers)).status).toBe(422);
  });

  it.each([
    ['a PNG of 50,000 by 50,000 pixels', () => hugePng(50_000), 'image/png', 'million pixels'],
    ['a picture of 30 million pixels', () => pngOf(6_000, 5_000), 'image/png', 'million pixels'],
    ['a truncated picture', () => pngOf(900, 900).subarray(0, 60), 'image/png', 'not damaged'],
    ['a picture that is a PDF as well', polyglot, 'image/png', 'one format'],
    ['a PDF of 500 pages', () => pdfOfPages(500), 'application/pdf', '50 pages'],
    ['a PDF with a password', lockedPdf, 'application/pdf', 'password'],
    ['a PDF with JavaScript', pdfWithScript, 'application/pdf', 'JavaScript'],
    ['an XFA form', () => xfaOf('<amount>5</amount>'), 'application/pdf', 'XFA'],
    ['a PDF without pages', () => Buffer.from('%PDF-1.7\n'), 'application/pdf', 'not damaged'],
    ['a PDF whose page inflates to a gigabyte', async () => pdfBomb(1_024), 'application/pdf', 'memory'],
  ])('the API refuses %s, records that and keeps none of its bytes', async (_, make, type, words) => {
    const before = (await rowsOf()).length;
    const response = await send(await make(), { 'content-type': type });
    expect(response.status).toBe(422);
    expect(JSON.stringify(await response.json())).toContain(words);
    const rows = (await rowsOf()).slice(before);
    expect(rows.map(({ action }) => action)).toEqual(['document.refuse', 'case.erase']);
    expect(await sealedOf(rows[0]!.ledger_ref)).toBe(0);
  });

  it('the API refuses wrong types, empty and oversized bodies and crowded forms before it stores them', async () => {
    const png = pngOf(64, 64);
    const before = (await rowsOf()).length;
    expect(await statusOf(png, 'application/pdf')).toBe(415);
    expect(await statusOf(png, 'text/html')).toBe(415);
    expect(await statusOf(Buffer.from([0, 1, 2, 3]), 'application/octet-stream')).toBe(415);
    expect(await statusOf(Buffer.alloc(0), 'image/png')).toBe(422);
    expect(await statusOf(Buffer.alloc(MAX_DOCUMENT_BYTES + 1, png), 'image/png')).toBe(413);
    expect(await statusOf(formOf([Buffer.alloc(0)]))).toBe(422);
    expect(await statusOf(formOf(Array.from({ length: 1_000 }, () => png)))).toBe(413);
    expect(await statusOf(png, 'multipart/form-data')).toBe(422);
    const text = new FormData();
    text.append('note', 'not a file');
    expect(await statusOf(text)).toBe(422);
    expect(await rowsOf()).toHaveLength(before);
  });
});

describe('Pages of a document', () => {
  it('a page is drawn in a sandbox, and each reader leaves a row', async () => {
    const { id } = await upload(form, 'application/pdf');
    const response = await service.request('GET', `/v1/documents/${id}/pages/1.png`);
    expect(response.headers.get('content-type')).toBe('image/png');
    const png = Buffer.from(await response.arrayBuffer());
    // The page is twice as high as it is wide.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_000, 2_000]);
    expect((await rowsOf()).at(-1)).toMatchObject({
      action: 'vault.read',
      detail: { document_id: id, page: 1, masked: false },
    });
    expect((await service.request('GET', `/v1/documents/${id}/pages/2.png`)).status).toBe(404);
  });

  it('a person who may only view runs sees pages masked or not at all', async () => {
    const { id } = await upload(pageOf('Helvetica', ['Nothing personal']), 'application/pdf');
    const { key } = await issueKey(service.database.db, {
      teamId: service.teamId,
      name: 'viewer',
      scopes: ['runs:read'],
    });
    const see = async (query: string): Promise<number> =>
      (
        await fetch(`${service.url}/v1/documents/${id}/pages/1.png${query}`, {
          headers: { authorization: `Bearer ${key}` },
        })
      ).status;
    expect(await see('')).toBe(403);
    expect(await see('?masked=true')).toBe(200);
  });
});

describe('Erasing a document', () => {
  it('a deleted document cannot be read, drawn or listed again, and its drawings are gone too', async () => {
    const { id } = await upload(form, 'application/pdf');
    await service.request('GET', `/v1/documents/${id}/pages/1.png`);
    expect((await service.request('DELETE', `/v1/documents/${id}`)).status).toBe(200);
    expect(await sealedOf(id)).toBe(0);
    for (const path of ['', '/pages/1.png'])
      expect((await service.request('GET', `/v1/documents/${id}${path}`)).status).toBe(410);
    expect((await service.request('DELETE', `/v1/documents/${id}`)).status).toBe(410);
    const { documents } = (await (await service.request('GET', '/v1/documents')).json()) as {
      documents: StoredDocumentBody[];
    };
    expect(documents.map((document) => document.id)).not.toContain(id);
  });

  it("another team's document is not found", async () => {
    const { id } = await upload(form, 'application/pdf');
    const other = await ensureTeam(service.database.db, { name: 'other-bank' });
    const { key } = await issueKey(service.database.db, { teamId: other.id, name: 'other' });
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/pages/1.png'],
    ] as const) {
      const response = await fetch(`${service.url}/v1/documents/${id}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
      });
      expect(response.status).toBe(404);
    }
  });
});
