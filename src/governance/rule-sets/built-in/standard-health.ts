import type { RuleSet } from '../../../contract/rule-set.ts';
import { OPTIONAL_ITEMS } from '../../non-payable-items.ts';
import { PROCEDURE_ITEMS, ROOM_ITEMS, TREATMENT_ITEMS } from './included-items.ts';

/** Heads whose charges depend on the category of the room. */
const ASSOCIATED = ['consultation', 'nursing', 'surgeon', 'anaesthetist', 'ot', 'procedure'];

/**
 * The terms of the standard health product Arogya Sanjeevani, as an example to copy. An institution states the terms of its own
 * wording in its own rule set.
 */
export const STANDARD_HEALTH: RuleSet = {
  id: 'standard-health',
  version: 1,
  title: 'Arogya Sanjeevani standard wording',
  effective_from: '2021-01-01',
  basis: 'admission',
  inputs: {
    accident: { type: 'bool', default: false },
    day_care: { type: 'bool', default: false },
    pre_existing: { type: 'bool', default: false },
    specified_disease: { type: 'bool', default: false },
    cataract: { type: 'bool', default: false },
    modern_treatment: { type: 'bool', default: false },
    billed_by_room_category: { type: 'bool', default: true },
    eye: 'string',
  },
  params: {},
  lists: {
    optional_items: [...OPTIONAL_ITEMS],
    room_items: [...ROOM_ITEMS],
    procedure_items: [...PROCEDURE_ITEMS],
    treatment_items: [...TREATMENT_ITEMS],
  },
  tables: [],
  terms: {
    heads: {
      room: ['room rent', 'room charges', 'bed charges'],
      icu: ['icu charges', 'intensive care', 'icu room rent'],
      nursing: ['nursing charges'],
      consultation: ['visits', 'doctor visits', 'consultation charges', 'physician'],
      surgeon: ['surgeon fees', 'surgeon charges'],
      anaesthetist: ['anaesthetist fees', 'anaesthesia', 'anesthetist'],
      ot: ['operation theatre', 'ot charges', 'theatre charges'],
      procedure: ['procedure charges'],
      pharmacy: ['medicines', 'drugs', 'drugs and medicines'],
      consumables: ['surgical consumables'],
      implant: ['implants'],
      device: ['devices', 'medical device'],
      diagnostics: ['investigations', 'laboratory', 'tests', 'radiology'],
      ambulance: ['ambulance charges'],
    },
    waits: [
      {
        id: 'initial',
        code: 'AUTH-011',
        exclusion: 'Excl03',
        title: 'the first 30 days',
        days: 30,
        when: '!accident',
        clause: 'Waiting periods: first thirty days',
      },
      {
        id: 'specified',
        code: 'AUTH-011',
        exclusion: 'Excl02',
        title: 'specified diseases',
        months: 24,
        when: 'specified_disease && !accident',
        clause: 'Waiting periods: specified diseases',
      },
      {
        id: 'pre_existing',
        code: 'AUTH-011',
        exclusion: 'Excl01',
        title: 'pre-existing diseases',
        months: 36,
        when: 'pre_existing',
        clause: 'Waiting periods: pre-existing diseases',
      },
    ],
    stay: { code: 'STAY-24H', unless: 'day_care', clause: 'Definition of hospitalisation' },
    window: { before_days: 30, after_days: 60, clause: 'Expenses before and after hospitalisation' },
    lists: [
      { head: 'list1', code: 'NONPAY-I', title: 'optional item', items: 'optional_items', clause: 'List I' },
      {
        head: 'list2',
        code: 'NONPAY-II',
        title: 'part of the room charge',
        items: 'room_items',
        clause: 'List II',
      },
      {
        head: 'list3',
        code: 'NONPAY-III',
        title: 'part of the procedure charge',
        items: 'procedure_items',
        clause: 'List III',
      },
      {
        head: 'list4',
        code: 'NONPAY-IV',
        title: 'part of the cost of treatment',
        items: 'treatment_items',
        clause: 'List IV',
      },
    ],
    day_caps: [
      { code: 'ROOM', head: 'room', limit: { percent: 2, amount: 500_000 }, clause: 'Room rent' },
      { code: 'ICU', head: 'icu', limit: { percent: 5, amount: 1_000_000 }, clause: 'Intensive care' },
    ],
    proportion: {
      code: 'PROP',
      room: 'room',
      heads: ASSOCIATED,
      unless: '!billed_by_room_category',
      clause: 'Proportionate deduction',
    },
    sublimits: [
      {
        id: 'ambulance',
        code: 'SUBL-AMBULANCE',
        title: 'ambulance',
        heads: ['ambulance'],
        limit: { amount: 200_000 },
        per: 'hospitalisation',
        clause: 'Road ambulance',
      },
      {
        id: 'cataract',
        code: 'SUBL-CATARACT',
        title: 'cataract',
        when: 'cataract',
        part: 'eye',
        limit: { percent: 25, amount: 4_000_000 },
        per: 'policy_year',
        each: 'member',
        clause: 'Cataract treatment',
      },
      {
        id: 'modern_treatment',
        code: 'SUBL-MODERN',
        title: 'modern treatment',
        when: 'modern_treatment',
        limit: { percent: 50 },
        per: 'policy_year',
        clause: 'Modern treatment methods',
      },
    ],
    balance: { clause: 'Sum insured' },
    copay: [{ percent: 5, clause: 'Co-payment' }],
    stages: ['sublimits', 'deductible', 'balance', 'copay'],
  },
  tests: [
    {
      name: 'A room above the limit reduces the associated charges',
      given: {},
      claim: {
        admission: '2026-08-03',
        discharge: '2026-08-07',
        cover: { slabs: [{ since: '2021-01-01', sum_insured: '300000' }] },
        items: [
          { head: 'room', rate: '8000', days: 4 },
          { head: 'surgeon', amount: '60000' },
          { head: 'anaesthetist', amount: '15000' },
          { head: 'ot', amount: '20000' },
          { head: 'pharmacy', amount: '18500' },
          { head: 'diagnostics', amount: '12300' },
          { head: 'implant', amount: '25000' },
        ],
      },
      expect: { outcome: 'approve_part', approved: '128416.25' },
    },
  ],
};
