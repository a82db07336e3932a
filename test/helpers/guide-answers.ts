import { openai } from '../model-provider/openai.ts';
import { type Reply, type Said, whole } from '../model-provider/replies.ts';
import { byTurn, call, kycTurns, turnOf } from '../model-provider/scripts.ts';
import type { Asked, Script } from '../model-provider/server.ts';
import { python } from './scripted-model.ts';

/** The model's turns for the guide's questions. */
const ANSWERS: readonly (readonly [string, readonly Said[]])[] = [
  [
    'How many lines',
    [python("print(len(open('/tmp/notes.txt').readlines()))"), { text: 'The file has 2 lines.' }],
  ],
  [
    'Which branch sold most',
    [
      python("df.plot.bar(x='branch')\nshow_table(df, 'sales')\nprint(f'{df.sales.max():,}')"),
      { text: 'Pune sold most: 120,000.' },
    ],
  ],
  [
    'Fill the claim form',
    [
      call('computer', { action: 'screenshot' }),
      call('computer', { action: 'finish', success: true, result: 'The form was sent.' }),
    ],
  ],
];

const answerOf = (asked: Asked): Reply | undefined => {
  const said = ANSWERS.find(([question]) => asked.raw.includes(question))?.[1][turnOf(asked) - 1];
  return said && whole(openai, said);
};

const talking = kycTurns().map((turn) => ({ ...turn, text: 'The next step.' }));
const kyc = byTurn(openai, ...talking);

/** A model that gives the answers for the questions in docs/api.md. */
export const GUIDE_ANSWERS: Script = (asked) => answerOf(asked) ?? kyc(asked);
