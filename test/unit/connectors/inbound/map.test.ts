import { generateKeyPairSync } from 'node:crypto';
import { CompactEncrypt, FlattenedEncrypt } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { parseJson } from '../../../../src/api/body/json.ts';
import type { InboundSettings } from '../../../../src/connectors/common/settings.ts';
import { mapEvent } from '../../../../src/connectors/inbound/map.ts';
import { readEvent } from '../../../../src/connectors/inbound/read.ts';
import { Mapper } from '../../../../src/connectors/mapping/mapper.ts';
import type { InboundShape } from '../../../../src/contract/inbound.ts';
import { parseRupees } from '../../../../src/governance/amounts.ts';
import {
  alertmanagerEvent,
  claimBundle,
  exotelFields,
  freshdeskEvent,
  pagerDutyEvent,
  zendeskEvent,
} from '../../../helpers/inbound-events.ts';

const mapper = new Mapper();
afterAll(async () => mapper.close());

const NOW = new Date('2026-11-10T10:00:00Z');

const settingsOf = (shape: InboundShape, over: Partial<InboundSettings> = {}): InboundSettings => ({
  shape,
  vertical: 'it',
  scheme: 'bearer',
  tolerance_s: 300,
  secrets: 1,
  private_keys: 0,
  ...over,
});

const map = async (shape: InboundShape, document: unknown, over = {}, mapping: string | null = null) =>
  mapEvent({ document, id: undefined }, { settings: settingsOf(shape, over), mapping }, mapper);

describe('A shipped mapping', () => {
  it('a FHIR claim bundle becomes a claim with its patient, policy, hospital, stay and bill', async () => {
    const mapped = await map('fhir.claim', claimBundle());
    expect(mapped.case).toEqual({
      id: 'CLM-FHIR-1',
      applicant: 'Meera Sample',
      pan: 'ABCPK1234L',
      aadhaar: '234567891238',
      policy: 'HI-1010',
      amount: '48500',
      admission: '2026-10-12',
      discharge: '2026-10-15',
      diagnosis: 'A97.0 dengue',
      hospital: 'Lakeside Hospital',
      items: [
        { description: 'Ward', unit_price: '10000', quantity: 3, net: '30000' },
        { description: 'Medicines', unit_price: '18500', quantity: 1 },
      ],
    });
    expect(mapped.context).toMatchObject({
      claim: 'Claim/claim-1',
      identifier: { value: 'CLM-FHIR-1' },
      use: 'claim',
      patient: 'urn:uuid:00000000-0000-4000-8000-000000000002',
      insurer: 'Organization/insurer-1',
    });
  });

  it('a bundle without a claim, patient or coverage does not fail, because a missing field is a finding', async () => {
    const [claim] = claimBundle().entry;
    expect((await map('fhir.claim', { id: 'b1', entry: [claim] })).case).toMatchObject({ id: 'CLM-FHIR-1' });
    expect((await map('fhir.claim', { id: 'b1', entry: [] })).case).toBeUndefined();
    expect((await map('fhir.claim', { id: 'b1' })).case).toBeUndefined();
  });

  it('a reference that is absent, or is only the beginning of another, finds nobody else', async () => {
    const bundle = claimBundle();
    const claim = bundle.entry[0]!.resource as Record<string, unknown>;
    delete claim['patient'];
    claim['provider'] = { reference: 'Organization/hospital' };
    const insured = 'https://hospital.example.in/fhir/Patient/12';
    const stranger = {
      resourceType: 'Patient',
      identifier: [{ type: { coding: [{ code: 'PAN' }] }, value: 'X' }],
    };
    const entry = [{ fullUrl: insured, resource: stranger }, ...bundle.entry];
    const { case: mapped } = await map('fhir.claim', { ...bundle, entry });
    expect(mapped).toMatchObject({ id: 'CLM-FHIR-1', policy: 'HI-1010' });
    for (const member of ['pan', 'aadhaar', 'applicant', 'hospital'])
      expect(mapped).not.toHaveProperty(member);
    claim['patient'] = { reference: 'Patient/12' };
    expect((await map('fhir.claim', { ...bundle, entry })).case).toMatchObject({ pan: 'X' });
    claim['patient'] = { reference: 'Patient/1' };
    expect((await map('fhir.claim', { ...bundle, entry })).case).not.toHaveProperty('pan');
  });

  it('days are those of India, and an amount in another currency does not become one in rupees', async () => {
    const bundle = claimBundle();
    const claim = bundle.entry[0]!.resource as Record<string, unknown>;
    claim['billablePeriod'] = { start: '2026-10-11T20:30:00Z', end: '2026-10-15' };
    claim['total'] = { value: 500.5, currency: 'USD' };
    claim['item'] = [{ productOrService: {}, unitPrice: { value: 500.5, currency: 'USD' } }];
    const { case: mapped } = await map('fhir.claim', bundle);
    expect(mapped).toMatchObject({
      admission: '2026-10-12',
      discharge: '2026-10-15',
      amount: 'USD 500.5',
      items: [{ unit_price: 'USD 500.5' }],
    });
    expect(parseRupees((mapped as { amount: string }).amount)).toBeUndefined();
  });

  it('a bundle without a period takes the stay from its encounter, and the diagnosis from its condition', async () => {
    const bundle = claimBundle();
    const claim = bundle.entry[0]!.resource as Record<string, unknown>;
    delete claim['billablePeriod'];
    claim['accident'] = { date: '2026-10-12' };
    claim['diagnosis'] = [{ sequence: 1, diagnosisReference: { reference: 'Condition/c1' } }];
    const entry = [
      ...bundle.entry,
      { resource: { resourceType: 'Condition', id: 'c1', code: { text: 'fracture of the wrist' } } },
      {
        resource: { resourceType: 'Encounter', id: 'e1', period: { start: '2026-10-12', end: '2026-10-13' } },
      },
    ];
    expect((await map('fhir.claim', { ...bundle, entry })).case).toMatchObject({
      admission: '2026-10-12',
      discharge: '2026-10-13',
      diagnosis: 'fracture of the wrist',
      accident: 'true',
    });
  });

  it.each([
    [
      'pagerduty.v3',
      pagerDutyEvent(),
      {
        id: 'PD-PINC1',
        host: 'app-db-01',
        severity: 'P2',
        symptom: 'Writes fail: No space left on device, /var at 98% used',
      },
    ],
    [
      'alertmanager.v4',
      alertmanagerEvent(),
      {
        id: 'AM-a1b2c3d4e5f60718',
        host: 'app-db-01',
        severity: 'critical',
        symptom: 'DiskFull: No space left on device, /var at 98% used',
        evidence: '/var has 2% left.',
      },
    ],
    [
      'zendesk.event',
      zendeskEvent(),
      {
        id: 'ZD-4711',
        account: 'AC-7001',
        issue: 'Locked out. Locked out after wrong passwords, please reset my access',
      },
    ],
    [
      'freshdesk',
      freshdeskEvent(),
      {
        id: 'FD-815',
        customer: 'Anil Sample',
        email: 'anil.sample@mail.example',
        pan: freshdeskEvent().freshdesk_webhook.ticket_cf_pan,
        account: 'AC-7001',
        issue: 'Locked out. Locked out after wrong passwords, please reset my access',
      },
    ],
    ['exotel.status', exotelFields(), { id: 'EX-a1b2c3d4e5f6', phone: '09876543210', policy: 'HI-1010' }],
    [
      'exotel.status',
      { ...exotelFields(), Direction: 'outbound-api' },
      { id: 'EX-a1b2c3d4e5f6', phone: '08012345678', policy: 'HI-1010' },
    ],
  ] as const)('an event of %s becomes a case', async (shape, event, expected) => {
    expect((await map(shape, event)).case).toEqual(expected);
  });

  it('events about the end of something start nothing', async () => {
    expect((await map('pagerduty.v3', pagerDutyEvent('E2', 'incident.resolved'))).case).toBeUndefined();
    expect((await map('alertmanager.v4', alertmanagerEvent('resolved'))).case).toBeUndefined();
    expect(
      (await map('zendesk.event', zendeskEvent('E3', 'zen:event-type:ticket.status_changed'))).case,
    ).toBeUndefined();
  });

  it('all events of one call are one event, and a call that nobody answered starts nothing', async () => {
    const answered = await map('exotel.status', { ...exotelFields(), EventType: 'answered' });
    const over = await map('exotel.status', {
      ...exotelFields(),
      EventType: 'terminal',
      Status: 'completed',
    });
    expect(over.key).toBe(answered.key);
    const passthru = { CallSid: exotelFields().CallSid, CallFrom: '09876543210', CallTo: '08012345678' };
    expect(await map('exotel.status', passthru)).toMatchObject({
      key: over.key,
      case: { phone: '09876543210' },
    });
    for (const status of ['failed', 'busy', 'no-answer'])
      expect((await map('exotel.status', { ...exotelFields(), Status: status })).case).toBeUndefined();
  });

  it('a repeated notification has the key of the first one, and one about another alert does not', async () => {
    const first = alertmanagerEvent();
    const { key } = await map('alertmanager.v4', first);
    expect((await map('alertmanager.v4', { ...first, receiver: 'another' })).key).toBe(key);
    const again = { ...first, alerts: [{ ...first.alerts[0]!, startsAt: '2026-11-11T04:00:00Z' }] };
    expect((await map('alertmanager.v4', again)).key).not.toBe(key);
  });
});

describe('A mapping of a team', () => {
  it('it replaces the shipped one, and so does its event id', async () => {
    const mapped = await map(
      'pagerduty.v3',
      pagerDutyEvent(),
      { event_id: 'event.data.id' },
      '{ "host": event.data.service.id }',
    );
    expect(mapped.case).toEqual({ host: 'PSVC1' });
    expect(mapped.key).not.toBe((await map('pagerduty.v3', pagerDutyEvent())).key);
  });

  it('an event without an id, and a mapping that fails, are refused', async () => {
    await expect(map('pagerduty.v3', {})).rejects.toMatchObject({ code: 'event_id_missing' });
    await expect(map('zendesk.event', zendeskEvent(), {}, '$number("x")')).rejects.toMatchObject({
      code: 'mapping_failed',
    });
  });
});

describe('An NHCX envelope', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const pemOf = (key: typeof privateKey) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const plain = new TextEncoder().encode(JSON.stringify(claimBundle()));
  const header = {
    alg: 'RSA-OAEP',
    enc: 'A256GCM',
    'x-hcx-api_call_id': 'call-1',
    'x-hcx-correlation_id': 'correlation-1',
    'x-hcx-timestamp': '2026-11-10T15:29:00.000+0530',
  };
  const compact = async (over: object = {}, text = plain) => ({
    payload: await new CompactEncrypt(text).setProtectedHeader({ ...header, ...over }).encrypt(publicKey),
  });
  const read = async (message: unknown, keys = [pemOf(privateKey)], signed = {}) =>
    readEvent(
      { body: Buffer.from(JSON.stringify(message)), type: 'application/json', parse: parseJson },
      {
        settings: settingsOf('nhcx'),
        secrets: { inbound: { secrets: [], private_keys: keys } },
        signed,
        now: NOW,
      },
    );

  it('a compact and a flattened message are opened, and the id is that of the call', async () => {
    const keys = [pemOf(other.privateKey), pemOf(privateKey)];
    const event = await read(await compact(), keys);
    expect(event).toMatchObject({
      id: 'call-1',
      envelope: { apiCallId: 'call-1', correlationId: 'correlation-1' },
      document: { resourceType: 'Bundle' },
    });
    const flattened = await new FlattenedEncrypt(plain).setProtectedHeader(header).encrypt(publicKey);
    expect(await read(flattened)).toMatchObject({ id: 'call-1' });
  });

  it.each([
    ['for another key', async () => read(await compact(), [pemOf(other.privateKey)]), 'not_decrypted'],
    ['with another algorithm', async () => read(await compact({ enc: 'A128CBC-HS256' })), 'not_decrypted'],
    ['that is no envelope', async () => read({ payload: 'x.y' }), 'not_decrypted'],
    ['that is a list', async () => read([]), 'not_decrypted'],
    [
      'from yesterday',
      async () => read(await compact({ 'x-hcx-timestamp': '2026-11-09T15:29:00+0530' })),
      'out_of_time',
    ],
    ['without a time', async () => read(await compact({ 'x-hcx-timestamp': 'soon' })), 'out_of_time'],
    ['without an id', async () => read(await compact({ 'x-hcx-api_call_id': '' })), 'event_id_missing'],
    [
      'whose content is no JSON',
      async () => read(await compact({}, new TextEncoder().encode('<xml/>'))),
      'unreadable',
    ],
  ])('a message %s is refused', async (_name, work, code) => {
    await expect(work()).rejects.toMatchObject({ code });
  });
});

const readForm = async (type: string, body: string) =>
  readEvent(
    { body: Buffer.from(body), type, parse: parseJson },
    { settings: settingsOf('exotel.status'), secrets: {}, signed: {}, now: NOW },
  );

describe('A form', () => {
  it('URL-encoded and multipart fields are read, and files are left out', async () => {
    const encoded = new URLSearchParams(exotelFields()).toString();
    const { document } = await readForm('application/x-www-form-urlencoded', encoded);
    expect(document).toEqual(exotelFields());
    const parts = [
      '--b\r\ncontent-disposition: form-data; name="CallSid"\r\n\r\nc1\r\n',
      '--b\r\ncontent-disposition: form-data; name="x"; filename="x.txt"\r\ncontent-type: text/plain\r\n\r\nfile\r\n--b--\r\n',
    ];
    expect((await readForm('multipart/form-data; boundary=b', parts.join(''))).document).toEqual({
      CallSid: 'c1',
    });
    await expect(readForm('multipart/form-data; boundary=b', 'nothing')).rejects.toMatchObject({
      code: 'unreadable',
    });
  });
});
