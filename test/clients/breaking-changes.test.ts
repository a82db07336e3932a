import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { compareDocuments, installOasdiff } from '../../scripts/lib/oasdiff.ts';
import { createOpenApi } from '../../src/contract/operations/openapi.ts';

const oasdiff = await installOasdiff();
const folder = await mkdtemp(join(inject('scratch'), 'breaking-'));

interface Schema {
  type?: string;
  enum?: string[];
  required?: string[];
  properties: Record<string, Schema>;
}
interface Operation {
  parameters?: object[];
  responses: Record<string, object>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const document = (): Document =>
  JSON.parse(JSON.stringify(createOpenApi('services', 'http://127.0.0.1:3000'))) as Document;

/** Compares the contract with a changed copy of it, as the script does. */
const compare = async (change: (contract: Document) => void) => {
  const changed = document();
  change(changed);
  const [before, after] = [join(folder, 'before.json'), join(folder, 'after.json')];
  await writeFile(before, JSON.stringify(document()));
  await writeFile(after, JSON.stringify(changed));
  return compareDocuments(oasdiff!, before, after);
};

const SCAN = '/v1/govern/scan';
const bodyOf = (contract: Document): Schema => {
  const { requestBody } = contract.paths[SCAN]!['post'] as unknown as {
    requestBody: { content: { 'application/json': { schema: Schema & { $ref?: string } } } };
  };
  const { schema } = requestBody.content['application/json'];
  return schema.$ref === undefined ? schema : contract.components.schemas[schema.$ref.split('/').at(-1)!]!;
};
const replyOf = (contract: Document): Schema => {
  const { content } = contract.paths[SCAN]!['post']!.responses['200'] as {
    content: { 'application/json': { schema: Schema & { $ref?: string } } };
  };
  const { schema } = content['application/json'];
  return schema.$ref === undefined ? schema : contract.components.schemas[schema.$ref.split('/').at(-1)!]!;
};

describe.skipIf(oasdiff === undefined)('A change of the contract', () => {
  it.each<[string, (contract: Document) => void, string]>([
    [
      'an operation is gone',
      (contract) => void delete contract.paths[SCAN],
      'api-path-removed-without-deprecation',
    ],
    [
      'a member of a response is gone',
      (contract) => {
        const reply = replyOf(contract);
        delete reply.properties['masked'];
        reply.required = reply.required!.filter((name) => name !== 'masked');
      },
      'response-required-property-removed',
    ],
    [
      'a request needs another member',
      (contract) => {
        const body = bodyOf(contract);
        body.properties['purpose'] = { type: 'string', properties: {} };
        body.required = [...(body.required ?? []), 'purpose'];
      },
      'new-required-request-property',
    ],
    [
      'a member has another type',
      (contract) => void (bodyOf(contract).properties['text']!.type = 'integer'),
      'request-property-type-changed',
    ],
  ])('%s: the script names it and fails', async (_what, change, id) => {
    const { breaks, report } = await compare(change);
    expect([breaks, report]).toEqual([true, expect.stringContaining(id)]);
  });

  it.each<[string, (contract: Document) => void]>([
    ['nothing changes', () => undefined],
    [
      'a request may have another member',
      (contract) => void (bodyOf(contract).properties['purpose'] = { type: 'string', properties: {} }),
    ],
    [
      'a response has another member',
      (contract) => void (replyOf(contract).properties['language'] = { type: 'string', properties: {} }),
    ],
    [
      'there is another operation',
      (contract) =>
        void (contract.paths['/v1/other'] = { get: { responses: { 200: { description: 'Other' } } } }),
    ],
  ])('%s: the script accepts it', async (_what, change) => {
    expect(await compare(change)).toMatchObject({ breaks: false });
  });

  it('the script compares the contract with that of a commit', async () => {
    // What is not committed yet may break something, which the script reports in the same form.
    const { stdout } = await promisify(execFile)(process.execPath, [
      'scripts/breaking-changes.ts',
      'HEAD',
    ]).catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/^workforce\.json: .+\nservices\.json: /);
  });
});
