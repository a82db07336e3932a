import { expect, it } from 'vitest';
import { readContract } from '../../../scripts/lib/clients/contract.ts';
import { pythonTypes } from '../../../scripts/lib/clients/python.ts';
import type { Schema } from '../../../scripts/lib/clients/schema.ts';
import { typescriptTypes } from '../../../scripts/lib/clients/typescript.ts';

const schemas = new Map<string, Schema>([
  [
    'Claim',
    {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Its id' },
        amount: { anyOf: [{ type: 'number' }, { type: 'null' }] },
        state: { type: 'string', enum: ['open', 'paid'] },
        person: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
      required: ['id', 'amount'],
    },
  ],
  [
    'Proof',
    { type: 'object', properties: { from: { $ref: '#/components/schemas/Claim' } }, required: ['from'] },
  ],
  [
    'Value',
    { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/components/schemas/Value' } }] },
  ],
]);

it('a schema becomes a type of TypeScript', () => {
  const text = typescriptTypes({ schemas, operations: [] });
  expect(text).toContain('export type Claim = {\n  /** Its id */\n  id: string;\n  amount: number | null;');
  expect(text).toContain('state?: "open" | "paid";\n  person?: {\n    name: string;\n  };\n};');
  expect(text).toContain('export type Value = string | Array<Value>;');
});

it('a schema becomes a typed dictionary of Python, whose keywords cannot be names', () => {
  const text = pythonTypes({ schemas, operations: [] });
  expect(text).toContain(
    'class ClaimPerson(TypedDict):\n    name: str\n\n\nclass Claim(TypedDict):\n    id: str\n    amount: float | None\n' +
      '    state: NotRequired[Literal["open", "paid"]]\n    person: NotRequired[ClaimPerson]\n',
  );
  expect(text).toContain(`Proof = TypedDict("Proof", {\n    "from": 'Claim',\n})`);
  expect(text).toContain(`Value: TypeAlias = 'str | list[Value]'`);
});

it('clients offer every operation but those of browsers, of other protocols and of other systems', () => {
  const { operations } = readContract();
  const ids = operations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(
    expect.arrayContaining(['startRun', 'runLive', 'decideReview', 'exportLedger', 'health']),
  );
  expect(
    ids.filter((id) => /^(signIn|callMcp|receiveEvent|codecLogin|metrics|showReference)$/.test(id)),
  ).toEqual([]);
  expect(operations.find(({ id }) => id === 'listRuns')).toMatchObject({
    items: { name: 'runs' },
    idempotent: false,
  });
  expect(operations.find(({ id }) => id === 'startRun')).toMatchObject({
    idempotent: true,
    reply: { kind: 'json' },
  });
});
