import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disableLinksIn } from '../../../src/governance/answers/links-in-value.ts';
import { isDeeperThan, mapJson } from '../../../src/governance/json-walk.ts';
import { maskKnownJson, parseKnown } from '../../../src/governance/known-identifiers.ts';
import { maskJson } from '../../../src/governance/mask.ts';
import { readArguments } from '../../../src/model/reading/arguments.ts';
import { checkOutput } from '../../../src/runs/output-schema.ts';
import { makePan } from '../../helpers/identifiers.ts';
import { knownFile } from '../../helpers/known-file.ts';

const LEVELS = 50_000;
const PAN = makePan(3, 'P');

/** Puts a value into many lists and objects. */
const buried = (value: unknown): unknown => {
  let deep = value;
  for (let level = 0; level < LEVELS; level += 2) deep = [{ deep }];
  return deep;
};

/** Returns the value at the bottom. */
const bottomOf = (value: unknown): unknown => {
  let part = value;
  while (typeof part === 'object' && part !== null) [part] = Object.values(part);
  return part;
};

describe('JSON values of any depth', () => {
  it.each([
    ['identifiers are masked', (value: unknown) => maskJson(value), /^\*|X/],
    [
      'identifiers of a dataset are masked',
      (value: unknown) => maskKnownJson(parseKnown(knownFile([PAN], 6))!, value),
      /^X{6}/,
    ],
    [
      'links are disabled',
      (value: unknown) => disableLinksIn(value, { allow: [] }).value,
      /^(?!.*https:\/\/x)/,
    ],
  ] as const)('%s at any depth', (_, change, changed) => {
    const secret = `${PAN} https://x.example/${PAN}`;
    expect(bottomOf(buried(secret))).toBe(secret);
    const found = String(bottomOf(change(buried(secret))));
    expect(found).not.toBe(secret);
    expect(found).toMatch(changed);
  });

  it('a walk without changes copies any value', () => {
    const same = { leaf: (value: unknown) => value, name: (name: string) => name };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = JSON.parse(JSON.stringify(value)) as unknown;
        expect(mapJson(copy, same)).toEqual(copy);
        expect(JSON.stringify(mapJson(copy, same))).toBe(JSON.stringify(copy));
      }),
      { examples: [[JSON.parse('{"__proto__":{"a":[1]},"b":2}') as never]] },
    );
  });

  it('a walk passes the name of the nearest member to the leaves of its lists', () => {
    const labels: string[] = [];
    const leaf = (value: unknown, label: string): unknown => {
      labels.push(`${label}=${String(value)}`);
      return value;
    };
    mapJson([0, { a: [1, [2]], b: { c: 3 } }], { leaf, name: (name) => name });
    expect(labels.toSorted()).toEqual(['=0', 'a=1', 'a=2', 'c=3']);
  });

  it.each([
    [0, 7, false],
    [1, [], false],
    [1, [[]], true],
    [2, { a: [1] }, false],
    [2, { a: [1, { b: 2 }] }, true],
  ])('a walk counts levels: more than %d in %j is %j', (most, value, deeper) => {
    expect(isDeeperThan(value, most)).toBe(deeper);
  });

  it('values of models that are nested too deeply are faults', () => {
    const lists = '['.repeat(3_000) + ']'.repeat(3_000);
    expect(readArguments([`{"code":"1","x":${lists}}`]).given).toBeUndefined();
    const answer = '['.repeat(65) + ']'.repeat(65);
    expect(checkOutput({ type: 'array' }, answer)).toEqual({
      faults: ['the answer has more than 64 levels'],
    });
  });
});
