import { describe, expect, it } from 'vitest';
import { ConnectorError } from '../../../src/connectors/common/errors.ts';
import { readRecord } from '../../../src/connectors/records.ts';
import { parseDay } from '../../../src/governance/dates.ts';
import { makePan } from '../../helpers/identifiers.ts';

const policy = {
  number: 'hi-1001 ',
  status: 'Active',
  cover_from: '2026-01-01T00:00:00Z',
  cover_to: '31/12/2026',
  sum_insured: 500_000,
  used: '12,500.50',
  room_rent_limit: null,
};

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ConnectorError) return error.code;
    throw error;
  }
  return 'none';
};

describe('readRecord', () => {
  it('a policy is read from the spellings that core systems use', () => {
    expect(readRecord('policies', 'HI-1001', policy)).toEqual({
      number: 'HI-1001',
      status: 'active',
      coverFrom: parseDay('2026-01-01'),
      coverTo: parseDay('2026-12-31'),
      since: parseDay('2026-01-01'),
      sumInsured: 50_000_000n,
      used: 1_250_050n,
      roomRentLimit: undefined,
    });
  });

  it('a policy may name its product, with its kind, bonus and enhancements', () => {
    const slabs = [
      { since: '2021-01-01', sum_insured: '3 lakh' },
      { since: '2024-01-01', sum_insured: 500_000 },
    ];
    expect(
      readRecord('policies', 'HI-1001', { ...policy, product: 'AS', kind: 'Floater', bonus: '50,000', slabs })
        ?.product,
    ).toEqual({
      code: 'AS',
      kind: 'floater',
      bonus: 5_000_000n,
      slabs: [
        { since: parseDay('2021-01-01'), sumInsured: 30_000_000n },
        { since: parseDay('2024-01-01'), sumInsured: 50_000_000n },
      ],
    });
    expect(readRecord('policies', 'HI-1001', { ...policy, product: 'AS' })?.product).toEqual({
      code: 'AS',
      kind: 'individual',
      bonus: 0n,
      slabs: [{ since: parseDay('2026-01-01'), sumInsured: 50_000_000n }],
    });
  });

  it.each([null, undefined, [], [null]])('%j means that there is no such record', (mapped) => {
    expect(readRecord('policies', 'HI-1001', mapped)).toBeUndefined();
  });

  it('the same record twice counts once, and two different ones are ambiguous', () => {
    expect(readRecord('policies', 'HI-1001', [policy, { ...policy }])?.number).toBe('HI-1001');
    expect(codeOf(() => readRecord('policies', 'HI-1001', [policy, { ...policy, used: 0 }]))).toBe(
      'ambiguous',
    );
  });

  it.each([
    ['without its amount used', { used: undefined }],
    ['with an unknown status', { status: 'suspended?' }],
    ['with a negative amount', { used: '-1' }],
    ['with a product that is no code', { product: 'a product; and more' }],
    ['with a product of an unknown kind', { product: 'AS', kind: 'group' }],
    ['with enhancements that are no list', { product: 'AS', slabs: 'none' }],
    ['with no enhancement', { product: 'AS', slabs: [] }],
    ['with an enhancement without its day', { product: 'AS', slabs: [{ sum_insured: 1 }] }],
    ['with an amount that has lost digits', { sum_insured: 1e21 }],
    ['with a day that does not exist', { cover_to: '2026-02-30' }],
    ['that ends before it begins', { cover_to: '2025-01-01' }],
    ['of another number', { number: 'HI-1002' }],
    ['with an object for a number', { number: { toString: 'x' } }],
  ])('a policy %s is refused', (_name, change) => {
    expect(codeOf(() => readRecord('policies', 'HI-1001', { ...policy, ...change }))).toBe('record_invalid');
  });

  it.each(['text', 5, [[policy]]])('%j is refused, because it is no object', (mapped) => {
    expect(codeOf(() => readRecord('policies', 'HI-1001', mapped))).toBe('record_invalid');
  });

  it('a hospital is found by its name in any spelling, and its flag may be a word', () => {
    const found = readRecord('hospitals', 'Lakeside  HOSPITAL', {
      name: 'Lakeside Hospital',
      in_network: 'f',
    });
    expect(found).toEqual({ name: 'Lakeside Hospital', inNetwork: false });
    expect(codeOf(() => readRecord('hospitals', 'x', { name: 'x' }))).toBe('record_invalid');
  });

  it('an account needs a PAN and an email address, and a refusal quotes neither', () => {
    const account = {
      number: 'AC-1',
      pan: makePan(3, 'P'),
      email: 'A.Sample@mail.example',
      status: 'locked',
    };
    expect(readRecord('accounts', 'AC-1', account)).toMatchObject({
      email: 'a.sample@mail.example',
      failedLogins: 0,
    });
    const broken = { ...account, pan: 'QWERT12345' };
    expect(() => readRecord('accounts', 'AC-1', broken)).toThrow(
      /^record_invalid: In the mapped answer "pan"/,
    );
    expect(() => readRecord('accounts', 'AC-1', broken)).not.toThrow(/QWERT/);
  });

  it('a caller is known by a mobile number in any spelling, and may have no code at the moment', () => {
    const caller = { phone: '098765 01234', policy: 'hi-1010', code: '77 12-04' };
    expect(readRecord('callers', '+919876501234', caller)).toEqual({
      phone: '+919876501234',
      policy: 'HI-1010',
      code: '771204',
    });
    expect(readRecord('callers', '+919876501234', { ...caller, code: null })).toMatchObject({ code: '' });
    expect(codeOf(() => readRecord('callers', '+919876501235', caller))).toBe('record_invalid');
    expect(codeOf(() => readRecord('callers', '+919876501234', { ...caller, phone: '123' }))).toBe(
      'record_invalid',
    );
  });
});
