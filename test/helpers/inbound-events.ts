/** Events as other systems send them, with made-up people, hosts and identifiers. */
import { createHmac } from 'node:crypto';
import { makePan } from './identifiers.ts';

const PROFILES = 'https://nrces.in/ndhm/fhir/r4/StructureDefinition';

/** An NRCeS claim bundle. Its references are full URLs, as gateways make them. */
export const claimBundle = (number = 'CLM-FHIR-1') => ({
  resourceType: 'Bundle',
  id: `bundle-${number}`,
  meta: { profile: [`${PROFILES}/ClaimBundle`] },
  identifier: { system: 'https://hospital.example.in/bundles', value: `bundle-${number}` },
  type: 'collection',
  timestamp: '2026-11-10T09:30:00+05:30',
  entry: [
    {
      fullUrl: 'urn:uuid:00000000-0000-4000-8000-000000000001',
      resource: {
        resourceType: 'Claim',
        id: 'claim-1',
        meta: { profile: [`${PROFILES}/Claim`] },
        identifier: [{ system: 'https://hospital.example.in/claims', value: number }],
        status: 'active',
        type: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/claim-type', code: 'institutional' }],
        },
        use: 'claim',
        patient: { reference: 'urn:uuid:00000000-0000-4000-8000-000000000002' },
        billablePeriod: { start: '2026-10-12T08:00:00+05:30', end: '2026-10-15T17:00:00+05:30' },
        created: '2026-11-10',
        priority: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/processpriority', code: 'normal' }],
        },
        insurer: { reference: 'Organization/insurer-1' },
        provider: { reference: 'Organization/hospital-1' },
        insurance: [{ sequence: 1, focal: true, coverage: { reference: 'Coverage/coverage-1' } }],
        diagnosis: [
          {
            sequence: 1,
            diagnosisCodeableConcept: {
              coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code: 'A97.0', display: 'dengue' }],
            },
          },
        ],
        item: [
          {
            sequence: 1,
            productOrService: { coding: [{ display: 'Ward' }] },
            quantity: { value: 3 },
            unitPrice: { value: 10_000, currency: 'INR' },
            net: { value: 30_000, currency: 'INR' },
          },
          {
            sequence: 2,
            productOrService: { text: 'Medicines' },
            unitPrice: { value: 18_500, currency: 'INR' },
          },
        ],
        total: { value: 48_500, currency: 'INR' },
      },
    },
    {
      fullUrl: 'urn:uuid:00000000-0000-4000-8000-000000000002',
      resource: {
        resourceType: 'Patient',
        id: 'patient-1',
        identifier: [
          { type: { coding: [{ code: 'PAN' }] }, value: 'ABCPK1234L' },
          { type: { coding: [{ code: 'ADN' }] }, value: '234567891238' },
        ],
        name: [{ given: ['Meera'], family: 'Sample' }],
      },
    },
    {
      fullUrl: 'https://hospital.example.in/fhir/Organization/hospital-1',
      resource: { resourceType: 'Organization', id: 'hospital-1', name: 'Lakeside Hospital' },
    },
    {
      fullUrl: 'https://hospital.example.in/fhir/Organization/insurer-1',
      resource: { resourceType: 'Organization', id: 'insurer-1', name: 'Sample Insurance' },
    },
    {
      fullUrl: 'https://hospital.example.in/fhir/Coverage/coverage-1',
      resource: {
        resourceType: 'Coverage',
        id: 'coverage-1',
        status: 'active',
        subscriberId: 'HI-1010',
        beneficiary: { reference: 'urn:uuid:00000000-0000-4000-8000-000000000002' },
        payor: [{ reference: 'https://hospital.example.in/fhir/Organization/insurer-1' }],
      },
    },
  ],
});

export const pagerDutyEvent = (id = 'EVT01', type = 'incident.triggered') => ({
  event: {
    id,
    event_type: type,
    resource_type: 'incident',
    occurred_at: '2026-11-10T04:00:00Z',
    agent: { type: 'service_reference', id: 'PSVC1' },
    client: null,
    data: {
      id: 'PINC1',
      type: 'incident',
      number: 7,
      status: 'triggered',
      title: 'Writes fail: No space left on device, /var at 98% used',
      service: { id: 'PSVC1', summary: 'app-db-01', type: 'service_reference' },
      priority: { id: 'PPRI1', summary: 'P2', type: 'priority_reference' },
      urgency: 'high',
    },
  },
});

export const alertmanagerEvent = (status = 'firing') => ({
  version: '4',
  groupKey: '{}:{alertname="DiskFull"}',
  truncatedAlerts: 0,
  status,
  receiver: 'pramaan',
  groupLabels: { alertname: 'DiskFull' },
  commonLabels: { alertname: 'DiskFull', severity: 'critical', instance: 'app-db-01:9100' },
  commonAnnotations: { summary: 'No space left on device, /var at 98% used' },
  externalURL: 'http://alertmanager.example',
  alerts: [
    {
      status,
      labels: { alertname: 'DiskFull', instance: 'app-db-01:9100' },
      annotations: { description: '/var has 2% left.' },
      startsAt: '2026-11-10T04:00:00Z',
      endsAt: '0001-01-01T00:00:00Z',
      fingerprint: 'a1b2c3d4e5f60718',
    },
  ],
});

export const zendeskEvent = (id = '01EVENT', type = 'zen:event-type:ticket.created') => ({
  account_id: 1,
  detail: {
    id: '4711',
    subject: 'Locked out',
    description: 'Locked out after wrong passwords, please reset my access',
    external_id: 'AC-7001',
    requester_id: '99',
    priority: 'HIGH',
    status: 'NEW',
    tags: [],
  },
  event: {},
  id,
  subject: 'zen:ticket:4711',
  time: '2026-11-10T04:00:00Z',
  type,
  zendesk_event_version: '2022-11-06',
});

export const freshdeskEvent = (ticket = 815) => ({
  freshdesk_webhook: {
    ticket_id: ticket,
    ticket_subject: 'Locked out',
    ticket_description: 'Locked out after wrong passwords, please reset my access',
    ticket_contact_name: 'Anil Sample',
    ticket_contact_email: 'anil.sample@mail.example',
    ticket_cf_pan: makePan(3, 'P'),
    ticket_cf_account: 'AC-7001',
    triggered_event: '{ticket_action:created}',
  },
});

/** Exotel's callback as form fields. */
export const exotelFields = (sid = 'a1b2c3d4e5f6') => ({
  CallSid: sid,
  EventType: 'terminal',
  Status: 'completed',
  Direction: 'incoming',
  From: '09876543210',
  To: '08012345678',
  CustomField: 'HI-1010',
});

const mac = (key: string | Buffer, ...parts: string[]): Buffer =>
  createHmac('sha256', key).update(parts.join('')).digest();

/** Headers that each sender adds to a body. */
export const signatures = {
  pagerduty: (body: string, ...secrets: string[]) => ({
    'x-pagerduty-signature': secrets.map((secret) => `v1=${mac(secret, body).toString('hex')}`).join(','),
  }),
  zendesk: (body: string, secret: string, at: Date) => ({
    'x-zendesk-webhook-signature': mac(secret, at.toISOString(), body).toString('base64'),
    'x-zendesk-webhook-signature-timestamp': at.toISOString(),
  }),
};
