import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRoutes } from '../../src/api/routes/index.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { withReceipt } from '../../src/contract/receipts.ts';
import { startTestApi, type TestApi } from '../helpers/api.ts';

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const PATHS = ['/v1/workforce/openapi.json', '/v1/openapi.json'];

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

const endpointsOf = ({ paths }: Document): string[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );

describe('The two OpenAPI documents', () => {
  it('the documents together contain every route exactly once', async () => {
    const documents = await Promise.all(
      PATHS.map(async (path) => (await api.send<Document>('GET', path)).body),
    );
    const documented = documents.flatMap(endpointsOf).toSorted();
    const settings = {
      publicBaseUrl: '',
      webUiUrl: null,
      webUiOrigin: null,
      metricsToken: undefined,
      egressAllow: [],
      webhookPinned: new Set<string>(),
      streamsMax: 1,
      sandboxWaitMs: 1_000,
      openSandboxes: { sandboxes: 1, memoryMb: 512, lifetimeMs: 60_000 },
      ledgerOrigin: 'pramaan.local',
      cosigners: [],
      model: null,
      operatorTools: 'plain',
      operatorFileKinds: [],
    };
    const routed = createRoutes(settings).map(({ operation }) => `${operation.method} ${operation.path}`);
    expect(documented).toEqual(routed.toSorted());
    expect(new Set(documented).size).toBe(documented.length);
    expect(documents.map(({ openapi }) => openapi)).toEqual(['3.1.0', '3.1.0']);
  });

  it('the documents separate the agent verticals from the outcome services', async () => {
    const [workforce, services] = await Promise.all(
      PATHS.map(async (path) => (await api.send<Document>('GET', path)).body),
    );
    expect(Object.keys(workforce!.paths).every((path) => path.startsWith('/v1/workforce/'))).toBe(true);
    expect(Object.keys(services!.paths).some((path) => path.startsWith('/v1/workforce/'))).toBe(false);
  });

  it('the documents declare that every response about one piece of work can carry a receipt', () => {
    const without = operations.filter((spec) => {
      const schema = withReceipt(spec).replies[200]?.schema;
      return schema instanceof z.ZodObject && 'ledger_ref' in schema.shape && !('receipt' in schema.shape);
    });
    // Two of these operations return the rows themselves, and one checks a given receipt. A review and an
    // event name the rows of their subject; a policy and a rule set name those of all their moves.
    const named = new Set(['Reviews', 'Rule sets', 'Team verticals', 'Connectors']);
    const others = without.filter(({ tag }) => !named.has(tag));
    expect(others.map(({ id }) => id)).toEqual([
      'getRunLedger',
      'getAgentPolicy',
      'getLedger',
      'verifyReceipt',
    ]);
  });

  it('the documents pass the linter', async () => {
    // Rejects with the linter's message when it finds an error or a warning.
    const { stderr } = await promisify(execFile)(process.execPath, ['scripts/check-openapi.ts']);
    expect(stderr).toContain('Your API descriptions are valid');
  });

  it('the documents name each operation once', () => {
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
