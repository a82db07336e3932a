import { describe, expect, it } from 'vitest';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { REFUSED_ADDRESSES, REFUSED_CALLERS } from './refused-calls.ts';
import { openOffice, type Office } from './walk.ts';

const call = verticals.voice.sample;
const onceOnly = { phone: '9812345678', policy: 'HI-1002', otp: '735160', address: undefined };

const codesOf = async (office: Office, changes: object): Promise<readonly string[]> =>
  (await office.work('voice', { ...call, ...changes })).codes;

const addressOf = async (office: Office): Promise<string> =>
  (
    await office.db
      .selectFrom('callers')
      .select('address')
      .where('policy', '=', 'HI-1010')
      .executeTakeFirstOrThrow()
  ).address;

describe('A caller', () => {
  it('a caller is recognised by the number in any form and the code in any field of the case', async () => {
    const office = await openOffice();
    for (const phone of ['+919876543210', '09876543210', '98765-43210', '0091 98765 43210', 9876543210])
      expect(await codesOf(office, { phone }), String(phone)).toEqual([]);
    expect(await codesOf(office, { otp: undefined, one_time_code: '482 913' })).toEqual([]);
    expect(await codesOf(office, { otp: undefined, code: 482913 })).toEqual([]);
  });

  it('a caller without the right code gets no answer, no change and no message', async () => {
    const office = await openOffice();
    const before = await addressOf(office);
    for (const [changes, codes] of REFUSED_CALLERS) {
      const walked = await office.work('voice', { ...call, ...changes });
      expect(walked.codes, JSON.stringify(changes)).toEqual(codes);
      expect(walked.facts[3]).toMatchObject({ answered: false });
      expect(walked.facts[4]).toMatchObject({ written: false });
    }
    expect(await addressOf(office)).toBe(before);
    expect(await office.db.selectFrom('messages').select('kind').execute()).toEqual([]);
  });

  it('a caller learns only about their own policy', async () => {
    const office = await openOffice();
    for (const policy of ['HI-1001', 'HI-9999', undefined])
      expect(await codesOf(office, { policy })).toEqual(['VOX-POLICY']);
    expect(await codesOf(office, onceOnly)).toEqual([]);
  });
});

describe('A one-time code', () => {
  it('a code is valid for one call, which may be retried', async () => {
    const office = await openOffice();
    expect(await codesOf(office, { ...onceOnly, id: 'K-1' })).toEqual([]);
    expect(await codesOf(office, { ...onceOnly, id: 'K-1' })).toEqual([]);
    expect(await codesOf(office, { ...onceOnly, id: 'K-2' })).toEqual(['VOX-CODE-USED']);
  });

  it('calls whose references look alike are two calls', async () => {
    const office = await openOffice();
    expect(await codesOf(office, { ...onceOnly, id: 'K-😀' })).toEqual([]);
    expect(await codesOf(office, { ...onceOnly, id: 'K-😁' })).toEqual(['VOX-CODE-USED']);
  });

  it('a code is blocked after three wrong attempts', async () => {
    const office = await openOffice();
    for (let nth = 1; nth <= 3; nth++)
      expect(await codesOf(office, { ...onceOnly, otp: `00000${nth}` })).toEqual(['VOX-CODE']);
    expect(await codesOf(office, onceOnly)).toEqual(['VOX-TRIES']);
  });
});

describe('A new address', () => {
  it('the address is stored once it has been read back and confirmed', async () => {
    const office = await openOffice();
    expect(await codesOf(office, { readback: '14, LAKE VIEW ROAD; Bengaluru - Karnataka, 560038' })).toEqual(
      [],
    );
    expect(await addressOf(office)).toBe('14 Lake View Road, Bengaluru, Karnataka 560038');
    const other = { address: '5 Hill Street, Mysuru 570001', readback: 'yes', confirmed: undefined };
    expect(await codesOf(office, other)).toEqual([]);
    expect(await addressOf(office)).toBe('5 Hill Street, Mysuru 570001');
  });

  it('the address is stored as it was given, with identifiers masked', async () => {
    const office = await openOffice();
    const address = 'घर %41 &amp; 😀, बड़ी सड़क, पुणे 411001, call 98765 43210';
    expect(await codesOf(office, { address, readback: 'yes' })).toEqual([]);
    expect(await addressOf(office)).toMatch(/^घर %41 &amp; 😀, बड़ी सड़क, पुणे 411001, call X/u);
    expect(await addressOf(office)).not.toContain('98765');
  });

  it('the address is not stored when it is invalid, unconfirmed or read back wrongly', async () => {
    const office = await openOffice();
    const before = await addressOf(office);
    for (const [changes, codes] of REFUSED_ADDRESSES)
      expect(await codesOf(office, changes), JSON.stringify(changes)).toEqual(codes);
    expect(await addressOf(office)).toBe(before);
    expect(await codesOf(office, { address: undefined, readback: undefined, confirmed: undefined })).toEqual(
      [],
    );
  });
});
