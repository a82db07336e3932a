import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import { createImages } from '../../src/sandbox/images.ts';
import { python } from '../helpers/scripted-model.ts';
import { useService } from '../helpers/use-service.ts';
import { openai } from '../model-provider/openai.ts';
import { type Reply, type Said, whole } from '../model-provider/replies.ts';
import { byTurn, call, kycTurns, turnOf } from '../model-provider/scripts.ts';
import { type Asked, useFakeProvider } from '../model-provider/server.ts';

interface Example {
  readonly script: string;
  /** The response that the guide shows, if any: JSON, or a stream's lines in order. */
  readonly shown: unknown;
}

/** The guide's shell examples, each with the first response that the guide shows between it and the next example. */
const examples: readonly Example[] = (() => {
  const guide = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const found: { script: string; shown: unknown }[] = [];
  for (const [, language, text] of guide.matchAll(/^```(sh|json|text)\n([\s\S]*?)^```$/gm)) {
    if (language === 'sh') found.push({ script: text!, shown: undefined });
    else if (found.at(-1)?.shown !== undefined) continue;
    else found.at(-1)!.shown = language === 'json' ? JSON.parse(text!) : text!.trim();
  }
  return found;
})();

const MARK = '\u0001';

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
const provider = await useFakeProvider(openai, (asked) => answerOf(asked) ?? kyc(asked));
const service = await useService({ sandboxes: true, provider });
let outputs: string[];

beforeAll(async () => {
  // The image is built on first use, which takes minutes on a new machine.
  await createImages({
    docker: connectContainerEngine(inject('dockerHost')),
    settings: imageSettings(process.env),
  }).ensure('desktop');
  // Uses one shell for all examples, because later ones use variables that earlier ones set.
  const script = `set -euo pipefail\n${examples.map((example) => example.script).join(`printf '${MARK}'\n`)}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    env: { ...process.env, PRAMAAN_URL: service.url, PRAMAAN_KEY: service.key },
    timeout: 240_000,
  });
  outputs = stdout.split(MARK);
}, 600_000);

/**
 * Compares a response with the one shown: every field shown must be present and have the same type. Most values must be equal;
 * numbers, times, ids and strings that contain … need only have the same type.
 */
const expectLike = (answer: unknown, shown: unknown, at: string): void => {
  if (Array.isArray(shown)) {
    expect(Array.isArray(answer), at).toBe(true);
    shown.forEach((part, index) => expectLike((answer as unknown[])[index], part, `${at}/${index}`));
  } else if (typeof shown === 'object' && shown !== null) {
    for (const [name, part] of Object.entries(shown)) {
      expect(answer, at).toHaveProperty(name);
      expectLike((answer as Record<string, unknown>)[name], part, `${at}/${name}`);
    }
  } else if (typeof shown === 'string' && /…|_at$|[0-9a-f]{32}|\d{4}-\d\d-\d\dT/.test(shown)) {
    expect(typeof answer, at).toBe('string');
  } else if (typeof shown === 'number') {
    expect(typeof answer, at).toBe('number');
  } else expect(answer, at).toEqual(shown);
};

/** Checks that the stream contains each line shown, in this order. A line that contains … only has to match up to that point. */
const expectLines = (stream: string, shown: string): void => {
  let rest = stream.split('\n');
  for (const line of shown.split('\n')) {
    const start = line.split('…')[0]!;
    const at = rest.findIndex((one) => (line.includes('…') ? one.startsWith(start) : one === line));
    expect(at, `${line}\nin: ${rest.slice(0, 5).join('\n')}`).toBeGreaterThanOrEqual(0);
    rest = rest.slice(at + 1);
  }
};

describe('docs/api.md', () => {
  it('every example has a response', () => {
    expect(examples.length).toBeGreaterThanOrEqual(6);
    expect(outputs).toHaveLength(examples.length);
  });

  it.each(
    examples.map(
      ({ script, shown }, index) => [script.trim().split('\n').at(-1)!.slice(0, 60), index, shown] as const,
    ),
  )('the guide shows the actual response to %s', (_title, index, shown) => {
    expect(shown).toBeDefined();
    if (typeof shown === 'string') expectLines(outputs[index]!, shown);
    else expectLike(JSON.parse(outputs[index]!), shown, '');
  });
});
