import canonicalize from 'canonicalize';
import { describe, expect, it } from 'vitest';
import { bodyOf, parseBody, type UnsignedEntry } from '../../../src/ledger/entry.ts';
import { prepare } from '../../../src/ledger/prepare-entry.ts';
import { LedgerEntryError } from '../../../src/ledger/errors.ts';

const entry: UnsignedEntry = {
  teamId: 'team_a',
  ledgerRef: 'wf-1',
  step: 2,
  action: 'pii.scan',
  governance: 'masked',
  summary: 'Found 1 pan',
  detail: { found: ['pan'] },
};
const columns = {
  action: 'pii.scan',
  created_at: '2026-11-27T10:00:00.000Z',
  id: 'act_1',
  idem_key: 'wf-1/2',
  ledger_ref: 'wf-1',
  seq: 7,
  step: 2,
  team_id: 'team_a',
};

describe('Preparing a ledger entry', () => {
  it('an entry is keyed by <ledger_ref>/<step> unless it brings its own key', () => {
    expect(prepare(entry).idemKey).toBe('wf-1/2');
    expect(prepare({ ...entry, idemKey: 'k' }).idemKey).toBe('k');
  });

  it('an entry states how many characters were replaced only when some were', () => {
    expect(prepare({ ...entry, summary: 'a\0b', detail: { out: '\ud83d' } }).content).toBe(
      '{"detail":{"out":"\ufffd"},"governance":"masked","replaced":2,"summary":"a\ufffdb"}',
    );
    expect(prepare(entry).content).not.toContain('replaced');
  });

  it('two entries differ when text moves from one member to another', () => {
    const one = prepare({ ...entry, governance: 'a","summary":"b', summary: 'c' });
    const other = prepare({ ...entry, governance: 'a', summary: 'b","summary":"c' });
    expect(one.content).not.toBe(other.content);
    expect(JSON.parse(one.content)).toMatchObject({ governance: 'a","summary":"b', summary: 'c' });
  });

  it.each([
    ['detail', { detail: { text: 'x'.repeat(65_536) } }],
    ['summary', { summary: 'ä'.repeat(4_100) }],
    ['governance', { governance: 'x'.repeat(1_100) }],
    ['actor', { actor: { text: 'x'.repeat(5_000) } }],
  ])('an entry with an oversized %s is rejected', (name, change) => {
    expect(() => prepare({ ...entry, ...change })).toThrow(new RegExp(`^${name} is larger than \\d+ bytes$`));
  });

  it.each([
    ['teamId', { teamId: '' }],
    ['ledgerRef', { ledgerRef: 'wf-"1' }],
    ['action', { action: 'pii\nscan' }],
    ['idemKey', { idemKey: 'schlüssel' }],
    ['step', { step: -1 }],
    ['step', { step: 1.5 }],
  ])('an entry with an invalid %s is rejected without showing the value', (name, change) => {
    const attempt = (): unknown => prepare({ ...entry, ...change });
    expect(attempt).toThrow(LedgerEntryError);
    expect(attempt).toThrow(new RegExp(`^${name} is [^"ü\\n]*$`));
  });
});

describe('The body of an entry', () => {
  it('the body is RFC 8785 text', () => {
    const body = bodyOf(columns, prepare({ ...entry, actor: { z: 1, a: 'é' } }).content);
    expect(body).toBe(canonicalize(JSON.parse(body)));
  });

  it('the body parses into its two members, or into empty ones when it is not JSON', () => {
    expect(parseBody(bodyOf(columns, '{"summary":"s"}'))).toEqual({
      columns: { ...columns, v: 1 },
      content: { summary: 's' },
    });
    expect(parseBody('{"columns":')).toEqual({ columns: {}, content: {} });
  });
});
