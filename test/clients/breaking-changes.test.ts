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
  it('is reported if it breaks clients', async () => {
    const { breaks, report } = await compare((contract) => {
      delete contract.paths['/v1/models'];
      const reply = replyOf(contract);
      delete reply.properties['masked'];
      reply.required = reply.required!.filter((name) => name !== 'masked');
      const body = bodyOf(contract);
      body.properties['text']!.type = 'integer';
      body.properties['purpose'] = { type: 'string', properties: {} };
      body.required = [...(body.required ?? []), 'purpose'];
    });
    expect(breaks).toBe(true);
    for (const id of [
      'api-path-removed-without-deprecation',
      'response-required-property-removed',
      'request-property-type-changed',
      'new-required-request-property',
    ])
      expect(report).toContain(id);
  });

  it('is accepted if clients need not know it', async () => {
    const { breaks } = await compare((contract) => {
      bodyOf(contract).properties['purpose'] = { type: 'string', properties: {} };
      replyOf(contract).properties['language'] = { type: 'string', properties: {} };
      contract.paths['/v1/other'] = { get: { responses: { 200: { description: 'Other' } } } };
    });
    expect(breaks).toBe(false);
  });

  it('is found by the script, which compares the contract with that of a commit', async () => {
    // Uncommitted changes may break something, which the script reports in the same form.
    const { stdout } = await promisify(execFile)(process.execPath, [
      'scripts/breaking-changes.ts',
      'HEAD',
    ]).catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/^workforce\.json: .+\nservices\.json: /);
  });
});
