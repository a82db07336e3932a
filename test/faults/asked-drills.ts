import { python } from '../helpers/scripted-model.ts';
import type { Fate, Write } from '../helpers/write-gate.ts';
import type { Said } from '../model-provider/replies.ts';
import { kycTurns } from '../model-provider/scripts.ts';

type Kind = 'task' | 'analysis' | 'live';

/**
 * When the worker is killed: while a review opens, while files are stored or the sandbox is released, or
 * while the answer is read.
 */
export const POINTS = {
  opening: { table: 'agent_actions', action: 'review.opened' },
  files: { table: 'agent_files' },
  closing: { table: 'agent_actions', action: 'sandbox.close' },
  hearing: { table: 'asked_calls' },
  refusing: { table: 'agent_actions', action: 'review.refused_call' },
} as const satisfies Record<string, Omit<Write, 'teamId'>>;

export interface Drill {
  readonly kind: Kind;
  readonly point: keyof typeof POINTS;
  readonly fate: Fate;
  /** Whether the last call is denied. All others are approved. */
  readonly denied?: boolean;
}

export const DRILLS: readonly Drill[] = [
  { kind: 'task', point: 'opening', fate: 'lost' },
  { kind: 'live', point: 'opening', fate: 'kept' },
  { kind: 'task', point: 'files', fate: 'lost' },
  { kind: 'task', point: 'files', fate: 'kept' },
  { kind: 'live', point: 'closing', fate: 'lost' },
  { kind: 'analysis', point: 'closing', fate: 'kept' },
  { kind: 'analysis', point: 'hearing', fate: 'lost' },
  { kind: 'live', point: 'hearing', fate: 'kept' },
  { kind: 'task', point: 'refusing', fate: 'lost', denied: true },
  { kind: 'analysis', point: 'refusing', fate: 'kept', denied: true },
];

/** Calls of an undisturbed run about which a person is asked. */
export const ASKED: Readonly<Record<Kind, readonly string[]>> = {
  task: ['run_python', 'run_python'],
  analysis: ['run_python'],
  live: ['run_python', 'run_python', 'write_record'],
};

const CODE = ['agent.turn', 'sandbox.open', 'sandbox.run'];
const READING = ['sandbox.open', 'sandbox.run', 'dataset.read', 'agent.turn'];
const KYC = ['agent.turn', 'fs.read', 'pii.scan', 'agent.turn', 'kyc.verify', 'agent.turn', 'db.query'];
const DECIDING = ['risk.score', 'agent.turn', 'egress.block', 'agent.turn', 'agent.decision', 'agent.turn'];

/** Rows of an undisturbed run, which releases its sandbox as soon as it waits for a person. */
export const rowsOf = ({ kind, denied }: Drill): readonly string[] => {
  const again = ['sandbox.open', 'sandbox.run'];
  const last = denied === true ? ['review.refused_call'] : again;
  const closing = denied === true ? [] : ['sandbox.close'];
  const end = ['agent.turn', ...closing, 'agent.answer'];
  if (kind === 'task') return [...CODE, 'agent.turn', 'sandbox.close', ...last, ...end];
  if (kind === 'analysis') return [...READING, 'sandbox.close', ...last, ...end];
  return [
    ...KYC,
    ...CODE,
    'agent.turn',
    'sandbox.close',
    ...again,
    'agent.turn',
    ...DECIDING,
    'sandbox.close',
    'db.write',
  ];
};

/** The state that code finds in a fresh sandbox. */
export const FOUND: Readonly<Record<Kind, string>> = {
  task: 'one two ',
  analysis: 'rows: 2',
  live: 'read again True',
};

const append = (word: string): string => `with open('/tmp/kept.txt', 'a') as file: file.write('${word} ')`;

/** The model's turns. */
export const TURNS: Readonly<Record<Kind, readonly Said[]>> = {
  task: [
    python(append('one')),
    python(`${append('two')}\nprint(open('/tmp/kept.txt').read())`),
    { text: 'Done.' },
  ],
  analysis: [python("print('rows:', len(df))"), { text: 'There are two rows.' }],
  // Runs code twice.
  live: kycTurns().toSpliced(
    4,
    0,
    python("import json\nprint('read again', len(json.load(open('/tmp/case.json'))) > 0)"),
  ),
};
