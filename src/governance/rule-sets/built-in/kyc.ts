import type { RuleSet } from '../../../contract/rule-set.ts';
import { refusingRounded } from './exact.ts';
import { finding, points, ruleSet, type Rows } from './rows.ts';

const identity: Rows = [
  finding('pan_missing', ["pan == 'missing'"], 'KYC-PAN', "'no PAN was given'"),
  finding(
    'pan_shape',
    ["pan == 'wrong_shape'"],
    'KYC-PAN',
    "'the PAN is not five letters, four digits and a letter'",
  ),
  finding(
    'pan_holder',
    ["pan == 'wrong_holder_letter'"],
    'KYC-PAN',
    "'the fourth letter of the PAN is not the code of a holder type'",
  ),
  finding(
    'pan_person',
    ["pan == 'not_a_person'"],
    'KYC-PAN',
    "'the fourth letter of the PAN is the code of a holder that is not a person'",
  ),
  finding('aadhaar_missing', ["aadhaar == 'missing'"], 'KYC-AADHAAR', "'no Aadhaar number was given'"),
  finding(
    'aadhaar_shape',
    ["aadhaar == 'wrong_shape'"],
    'KYC-AADHAAR',
    "'the Aadhaar number is not twelve digits that begin with 2 to 9'",
  ),
  finding(
    'aadhaar_check',
    ["aadhaar == 'failed_checksum'"],
    'KYC-AADHAAR',
    "'the Aadhaar number fails its Verhoeff check digit'",
  ),
];

const eligibility: Rows = [
  finding('no_number', ['!policy_known', '!policy_given'], 'ELIG-001', "'no policy number was given'"),
  finding('no_policy', ['!policy_known', 'policy_given'], 'ELIG-001', "'no policy has this number'"),
  finding(
    'not_active',
    ['policy_known', "policy_status != 'active'"],
    'ELIG-001',
    "'the policy is ' + policy_status",
  ),
  finding(
    'after_cover',
    ['policy_known', 'has_admission', 'admission > cover_to'],
    'ELIG-005',
    "'admission after the cover ended on ' + date(cover_to)",
  ),
  finding(
    'before_cover',
    ['policy_known', 'has_admission', 'admission < cover_from'],
    'ELIG-006',
    "'admission before the cover began on ' + date(cover_from)",
  ),
  finding(
    'network',
    ["network == 'out' || said_network == 'no' || (network == 'unlisted' && said_network != 'yes')"],
    'ELIG-007',
    "'the hospital is not known to be in the network'",
  ),
];

const waiting: Rows = [
  finding(
    'initial',
    [
      '!adjudicated',
      'policy_known',
      'has_admission',
      '!accident',
      'admission >= since',
      'admission - since < initial_wait_days',
    ],
    'AUTH-011',
    "'admission ' + string(admission - since) + ' days after the start, within the first ' + string(initial_wait_days) + ', and not after an accident'",
  ),
  finding(
    'specified',
    [
      '!adjudicated',
      'policy_known',
      'has_admission',
      '!accident',
      'specified_disease',
      'admission < addMonths(since, specified_wait_months)',
    ],
    'AUTH-011',
    "'a specified disease before ' + date(addMonths(since, specified_wait_months)) + ', ' + string(specified_wait_months) + ' months from the start'",
  ),
];

const benefit: Rows = [
  finding(
    'sum_left',
    ['!adjudicated', 'policy_known', 'has_amount', 'amount > sum_insured - used'],
    'BENX-005',
    "shownRupees(amount) + ' claimed, ' + rupees(sum_insured - used) + ' of the sum insured is left'",
  ),
  finding(
    'room_unreadable',
    ['!adjudicated', 'policy_known', 'has_room_limit', "room_rent_state == 'unreadable'"],
    'BENX-005',
    "'the room rent cannot be read'",
  ),
  finding(
    'room_limit',
    [
      '!adjudicated',
      'policy_known',
      'has_room_limit',
      "room_rent_state == 'given'",
      'room_rent > room_limit',
    ],
    'BENX-005',
    "'room rent above ' + rupees(room_limit) + ' a day'",
  ),
];

const price: Rows = [
  finding('no_amount', ['!has_amount'], 'PRCE-001', "'the amount is missing or cannot be read'"),
  finding('not_positive', ['has_amount', 'amount <= 0'], 'PRCE-001', "'the amount is not above zero'"),
  finding('bill', ['has_amount', 'amount > 0', "bill_fault != ''"], 'PRCE-001', 'bill_fault'),
];

const AFTER_ACCIDENT = "['cosmetic or plastic surgery (Excl08)']";

const exclusions: Rows = [
  finding(
    'excluded',
    [`size(excluded.filter(each, !(accident && each in ${AFTER_ACCIDENT}))) > 0`],
    'EXCL-001',
    `'commonly excluded: ' + join(excluded.filter(each, !(accident && each in ${AFTER_ACCIDENT})), '; ')`,
  ),
];

const dates: Rows = [
  finding(
    'no_admission',
    ['policy_known', '!has_admission'],
    'CODE-012',
    "'the date of admission is missing or cannot be read, so cover cannot be confirmed'",
  ),
  finding(
    'no_discharge',
    ['discharge_given', '!has_discharge'],
    'CODE-012',
    "'the date of discharge cannot be read'",
  ),
  finding(
    'order',
    ['has_admission', 'has_discharge', 'discharge < admission'],
    'CODE-012',
    "'discharge before admission'",
  ),
  finding(
    'future_admission',
    ['has_admission', 'admission > today'],
    'CODE-012',
    "'admission after the day of the claim'",
  ),
  finding(
    'future_discharge',
    ['has_discharge', 'discharge > today'],
    'CODE-012',
    "'discharge after the day of the claim'",
  ),
];

const duplicates: Rows = [
  finding(
    'event',
    ["duplicate == 'event'"],
    'DUPL-001',
    "'another claim has the same patient, policy, diagnosis, admission and amount'",
  ),
  finding(
    'stay',
    ["duplicate == 'stay'"],
    'DUPL-001',
    "'another claim has an overlapping stay of the same patient'",
  ),
];

const risk: Rows = [
  points(
    'ratio',
    ['policy_known', 'has_amount', 'amount > 0'],
    'amount_ratio',
    'mulDiv(amount, 30, sum_insured) > 30 ? 30 : mulDiv(amount, 30, sum_insured)',
  ),
  points('young', ['policy_known', 'today - since < new_policy_days'], 'new_policy', '15'),
  points('round', ['has_amount', 'amount >= 5000000', 'amount % 1000000 == 0'], 'round_amount', '5'),
  points('identity', ["pan != 'valid' || aadhaar != 'valid'"], 'identity_fail', '30'),
  points(
    'repeated',
    ["duplicate != 'none' || adjudication_codes.exists(each, each.startsWith('DUPL-'))"],
    'duplicate',
    '40',
  ),
  points('price', ["!has_amount || amount <= 0 || bill_fault != ''"], 'price_mismatch', '15'),
];

/**
 * kyc-rules@2 as data. src/governance/rules/kyc reads the members of a case; this rule set decides by the
 * result.
 */
export const KYC_2: RuleSet = ruleSet({
  id: 'kyc-rules',
  version: 2,
  title: 'Health-insurance claim and identity adjudication',
  basis: 'run_day',
  inputs: {
    unreadable: 'list<string>',
    pan: 'string',
    aadhaar: 'string',
    policy_given: 'bool',
    policy_known: 'bool',
    policy_status: 'string',
    cover_from: 'int',
    cover_to: 'int',
    since: 'int',
    sum_insured: 'int',
    used: 'int',
    has_room_limit: 'bool',
    room_limit: 'int',
    room_rent_state: 'string',
    room_rent: 'int',
    network: 'string',
    said_network: 'string',
    has_admission: 'bool',
    admission: 'int',
    discharge_given: 'bool',
    has_discharge: 'bool',
    discharge: 'int',
    has_amount: 'bool',
    amount: 'int',
    bill_fault: 'string',
    accident: 'bool',
    specified_disease: 'bool',
    excluded: 'list<string>',
    duplicate: 'string',
    today: 'int',
    adjudicated: { type: 'bool', default: false },
    adjudication_codes: { type: 'list<string>', default: [] },
    risk_score: { type: 'int', default: 0 },
  },
  params: { initial_wait_days: 30, specified_wait_months: 24, new_policy_days: 180, high_risk: 60 },
  tables: {
    unreadable: [
      finding(
        'members',
        ['size(unreadable) > 0'],
        'CASE-UNREADABLE',
        "'given but cannot be read: ' + join(unreadable, ', ')",
      ),
    ],
    identity,
    eligibility,
    waiting,
    benefit,
    price,
    exclusions,
    dates,
    duplicates,
    risk,
    band: [finding('high', ['risk_score >= high_risk'], 'RISK-HIGH', "'the risk score is in the high band'")],
  },
  tests: [
    {
      name: 'A policy that is not on file refers the claim, and its amount scores no points',
      given: {
        unreadable: [],
        pan: 'valid',
        aadhaar: 'valid',
        policy_given: true,
        policy_known: false,
        network: 'in',
        said_network: 'unsaid',
        has_admission: true,
        admission: 20_600,
        discharge_given: false,
        has_discharge: false,
        has_amount: true,
        amount: 1_000_000,
        bill_fault: '',
        accident: false,
        specified_disease: false,
        excluded: [],
        duplicate: 'none',
        today: 20_600,
      },
      expect: { codes: ['ELIG-001'], values: {} },
    },
  ],
});

/** kyc-rules@3: like kyc-rules@2, but without numbers that may have been rounded. */
export const KYC: RuleSet = refusingRounded(KYC_2, 'CASE-UNREADABLE');
