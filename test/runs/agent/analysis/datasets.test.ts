import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOAD_FILES } from '../../../../src/runs/agent/analysis/sandbox-programs.ts';
import { parseProfile } from '../../../../src/runs/agent/analysis/profile.ts';
import { FIRST_BUILD_MS, openTestHost, type TestHost } from '../../../helpers/sandbox-host.ts';
import { CASES, UNREADABLE_CASES } from './cases.ts';

interface Read {
  readonly value?: unknown;
  readonly profile?: { readonly notes: readonly { readonly code: string; readonly ambiguous: boolean }[] };
  readonly unreadable?: string;
  readonly fault?: string;
}

/** Reads every case in one sandbox, as an analysis would, and asks each case's question. */
const PROGRAM = `
import json, sys, traceback
sys.path.insert(0, '/tmp/.pramaan')
from pramaan_data import Unreadable, read

def plain(value):
    if isinstance(value, dict): return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)): return [plain(v) for v in value]
    return value.item() if hasattr(value, 'item') else value

for case in json.load(sys.stdin):
    path = '/tmp/' + case['file']
    try:
        if case['make']: exec(case['make'], {'path': path})
        frames, rejected, profile = read(path)
        names = dict(tables=frames, rejected=rejected, profile=profile, df=frames[profile['tables'][0]['name']])
        told = dict(value=plain(eval(case['ask'], names)), profile=profile)
    except Unreadable as error:
        told = dict(unreadable=error.reason, detail=error.detail)
    except Exception:
        told = dict(fault=traceback.format_exc())
    print(json.dumps(told, allow_nan=False))
`;

let host: TestHost;
let results: readonly Read[];
beforeAll(async () => {
  host = await openTestHost();
  const all = [
    ...CASES.map(({ bytes, make, ask }) => ({ bytes, make: make ?? '', ask })),
    ...UNREADABLE_CASES.map(([, bytes]) => ({ bytes, make: '', ask: 'None' })),
  ];
  const outputs: string[] = [];
  // A sandbox accepts 64 files at once.
  for (let from = 0; from < all.length; from += 30) {
    const part = all.slice(from, from + 30);
    const { stdout, stderr, exit_code } = await host.run(
      {
        code: `import pandas\n${PROGRAM}`,
        stdin: JSON.stringify(part.map(({ make, ask }, n) => ({ file: `case-${n}`, make, ask }))),
        files: [...LOAD_FILES, ...part.map(({ bytes }, n) => ({ name: `case-${n}`, content: bytes }))],
        timeoutMs: 55_000,
      },
      { lifetimeMs: 60_000 },
    );
    expect({ stderr, exit_code }).toEqual({ stderr: '', exit_code: 0 });
    outputs.push(...stdout.trim().split('\n'));
  }
  results = outputs.map((line) => JSON.parse(line) as Read);
}, FIRST_BUILD_MS);
afterAll(async () => host.close());

describe('A dataset', () => {
  it.each(CASES.map((one, index) => [one.name, one, index] as const))(
    'the reader handles %s',
    (_name, one, index) => {
      const { value, profile, ...failed } = results[index]!;
      expect(failed).toEqual({});
      expect(value).toEqual(one.expected);
      const codes = profile!.notes.map(({ code }) => code);
      expect(codes).toEqual(expect.arrayContaining([...(one.told ?? []), ...(one.doubtful ?? [])]));
      const open = profile!.notes.filter(({ ambiguous }) => ambiguous).map(({ code }) => code);
      expect(open).toEqual(expect.arrayContaining([...(one.doubtful ?? [])]));
      expect(codes.filter((code) => one.silent?.includes(code))).toEqual([]);
      if (one.quiet === true) expect(open).toEqual([]);
      // The service must parse the profile as well.
      expect(parseProfile(profile)).not.toHaveProperty('unreadable');
    },
  );

  it.each(UNREADABLE_CASES.map(([name, , reason], index) => [name, reason, CASES.length + index] as const))(
    'the reader refuses a dataset that is %s: %s',
    (_name, reason, index) => {
      expect(results[index]).toMatchObject({ unreadable: reason });
      expect(parseProfile(results[index])).toMatchObject({ unreadable: reason });
    },
  );
});
