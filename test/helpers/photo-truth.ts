/** True values of the documents that test/fixtures/photos/draw.py draws, and a comparison of extractions with them. */
import type { ExtractionBody } from '../../src/contract/documents.ts';

interface Truth {
  readonly type: ExtractionBody['type'];
  readonly values: Readonly<Record<string, readonly string[]>>;
}

const DAYS = { admission: '2026-10-12', discharge: '2026-10-17', birth: '1990-09-21' };

export const TRUTH: Readonly<Record<string, Truth>> = {
  claim: {
    type: 'auto',
    values: {
      pan: ['ABCPK1234L'],
      aadhaar: ['234567891238'],
      ifsc: ['HDFC0001234'],
      account: ['50200048213377'],
      amount: ['112450.00', '48500.00', '63950.00'],
      date: [DAYS.admission, DAYS.discharge],
    },
  },
  bill: {
    type: 'invoice',
    values: {
      amount: ['74066.50', '20000.00', '54066.50'],
      line: ['22500.00', '4250.00', '35000.00', '12316.50'],
      date: [DAYS.discharge],
    },
  },
  invoice: {
    type: 'invoice',
    values: {
      gstin: ['24ADECL4057G1ZI'],
      ifsc: ['UTIB0000373'],
      account: ['917020031122334'],
      amount: ['102600.00', '18468.00', '121068.00'],
      line: ['100000.00', '2600.00'],
      date: ['2026-11-03'],
    },
  },
  pan: { type: 'pan', values: { pan: ['ABCPK1234L'], name: ['MEERA SAMPLE'], date: [DAYS.birth] } },
  aadhaar: {
    type: 'aadhaar',
    values: { aadhaar: ['234567891238'], name: ['Meera Sample'], date: [DAYS.birth] },
  },
  receipt: {
    type: 'auto',
    values: {
      gstin: ['24ADECL4057G1ZI'],
      amount: ['45.00', '18.50', '136.00', '72.00', '1111.00', '1382.50'],
      date: ['2026-10-16'],
    },
  },
};

export interface Judgement {
  readonly right: number;
  readonly missing: readonly string[];
  /** Wrong values that the response presents as certain: they fail no check and are not null. */
  readonly wrong: readonly string[];
  /** Wrong values that fail their check or have no rupee amount. */
  readonly doubted: readonly string[];
}

/** Returns a response's values by kind, and whether the response considers each value valid. */
const valuesOf = ({
  details,
}: Pick<ExtractionBody, 'details'>): readonly (readonly [string, string, boolean])[] => [
  ...details.pans.map(({ value, valid }) => ['pan', value, valid] as const),
  ...details.aadhaar.map(({ value, valid }) => ['aadhaar', value, valid] as const),
  ...details.gstin.map(({ value, valid }) => ['gstin', value, valid] as const),
  ...details.ifsc.map(({ value, valid }) => ['ifsc', value, valid] as const),
  ...details.accounts.map(({ value }) => ['account', value, true] as const),
  ...details.amounts.map(({ raw, rupees }) => ['amount', rupees ?? raw, rupees !== null] as const),
  ...details.dates.map(({ value }) => ['date', value, true] as const),
  ...(details.invoice?.items ?? []).map(({ total, taxable, checks }) => {
    const sum = taxable ?? total;
    const holds = sum !== null && Object.values(checks).every((check) => check !== false);
    return ['line', sum ?? 'none', holds] as const;
  }),
  ...(details.name === null ? [] : [['name', details.name.value, true] as const]),
];

export const judge = (document: string, answer: Pick<ExtractionBody, 'details'>): Judgement => {
  const { values } = TRUTH[document]!;
  const found = valuesOf(answer);
  const wanted = Object.entries(values).flatMap(([kind, all]) => all.map((value) => `${kind} ${value}`));
  const known = new Set(found.map(([kind, value]) => `${kind} ${value}`));
  const others = found.filter(
    ([kind, value]) => !(values[kind] ?? (kind === 'name' ? [value] : [])).includes(value),
  );
  const told = (sure: boolean): readonly string[] =>
    others.filter(([, , stands]) => stands === sure).map(([kind, value]) => `${kind} ${value}`);
  return {
    right: wanted.filter((value) => known.has(value)).length,
    missing: wanted.filter((value) => !known.has(value)),
    wrong: told(true),
    doubted: told(false),
  };
};
