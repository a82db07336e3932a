import { readFile } from 'node:fs/promises';
import type Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImageName } from '../../src/sandbox/images.ts';
import { runContainer } from '../helpers/container.ts';
import type { Ran } from '../helpers/container.ts';
import { FIRST_BUILD_MS, startContainerEngine } from '../helpers/container-engine.ts';
import type { TestContainerEngine } from '../helpers/container-engine.ts';

/**
 * Time limit for an import. It is long because gVisor without a hypervisor is slow to open the thousands of files that an import
 * reads.
 */
const IMPORT_MS = 300_000;

let engine: TestContainerEngine;
let docker: Docker;
let seccomp: string;
const tags: Partial<Record<ImageName, string>> = {};

beforeAll(async () => {
  engine = await startContainerEngine();
  docker = engine.docker;
  seccomp = await readFile(new URL('../../images/sandbox/seccomp.json', import.meta.url), 'utf8');
  for (const name of ['bash', 'python'] as const) tags[name] = await engine.images.ensure(name);
}, FIRST_BUILD_MS);

afterAll(async () => {
  await engine.stop();
});

const locked = async (
  image: ImageName,
  command: readonly string[],
  stdin = '',
  runtime = 'runc',
): Promise<Ran> =>
  runContainer(docker, {
    image: tags[image] ?? '',
    command,
    stdin,
    host: {
      Runtime: runtime,
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges', `seccomp=${seccomp}`],
      PidsLimit: 64,
      Memory: 1024 * 1024 * 1024,
      Tmpfs: { '/tmp': 'rw,exec,nosuid,nodev,size=64m,mode=1777' },
    },
  });
const bash = async (image: ImageName, script: string): Promise<Ran> =>
  locked(image, ['/bin/bash', '-s'], script);
const python = async (program: string, runtime?: string): Promise<Ran> =>
  locked('python', ['/usr/bin/python3', '-W', 'error', '-'], program, runtime);

describe('Both sandbox images', () => {
  it.each(['bash', 'python'] as const)(
    'the %s image contains no setuid file or file capability',
    async (image) => {
      const { stdout, stderr } = await runContainer(docker, {
        image: tags[image] ?? '',
        user: '0:0',
        command: ['/usr/bin/python3', '-c', FIND_PRIVILEGED],
      });
      expect({ stdout, stderr }).toEqual({ stdout: 'looked at more than 3000 files\n', stderr: '' });
    },
  );

  it.each(['bash', 'python'] as const)(
    'the %s image contains no caches, history or build leftovers',
    async (image) => {
      const { stdout } = await runContainer(docker, {
        image: tags[image] ?? '',
        user: '0:0',
        command: [
          '/bin/bash',
          '-c',
          'find /var/cache /var/lib/apt/lists /var/log /tmp /var/tmp /root /build -mindepth 1 2>/dev/null',
        ],
      });
      expect(stdout).toBe('');
    },
  );

  it.each(['bash', 'python'] as const)(
    'the %s image runs as a named user without a home directory',
    async (image) => {
      expect((await bash(image, 'id; whoami; echo "$HOME"; pwd; cat /etc/shadow')).stdout).toBe(
        'uid=10001(sandbox) gid=10001(sandbox) groups=10001(sandbox)\nsandbox\n/tmp\n/tmp\n',
      );
    },
  );

  it.each(['bash', 'python'] as const)('the %s image has the usual shell tools', async (image) => {
    const tools =
      'awk base64 bc bzip2 column curl cut date diff file find gawk grep gzip head jq less od paste ps python python3 sed seq sort sqlite3 tail tr uniq unzip wc xargs xxd xz zip';
    const { stdout, stderr } = await bash(
      image,
      `for tool in ${tools}; do command -v $tool >/dev/null || echo "$tool"; done`,
    );
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
  });

  it('the tools handle JSON, tables, Unicode and databases', async () => {
    const { stdout, stderr } = await bash(
      'bash',
      `echo '{"नाम": [1, 2]}' | jq -c '.["नाम"] | add'
       printf 'b 2\\na 1\\n' | sort | gawk '{ total += $2 } END { print total, length("दिल्ली") }'
       sqlite3 :memory: 'select sum(value) from json_each("[1,2,3]")'
       LC_ALL=en_IN.UTF-8 printf "%'d\\n" 12345678
       TZ=Asia/Calcutta date -d @0 +%H:%M; date -d @0 +%Z
       yes | head -2 | wc -l; seq 3 | xargs -n1 echo | tac | paste -sd,`,
    );
    expect({ stdout: stdout.split('\n'), stderr }).toEqual({
      stdout: ['3', '3 6', '6', '1,23,45,678', '05:30', 'UTC', '2', '3,2,1', ''],
      stderr: '',
    });
  });
});

describe('The Python image', () => {
  it.each(['runc', 'runsc'])(
    'the image imports every library without a warning on %s',
    async (runtime) => {
      const { exitCode, stdout, stderr } = await python(IMPORTS, runtime);
      expect({ exitCode, stderr, stdout }).toEqual({ exitCode: 0, stderr: '', stdout: '3.13\n' });
    },
    IMPORT_MS,
  );

  it('the image reads and writes tables in the common formats', async () => {
    expect(await python(TABLES)).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: 'csv json markdown parquet xlsx\n',
    });
  });

  it('the image computes with one thread per library and only a few processes', async () => {
    expect(await python(THREADS)).toEqual({ exitCode: 0, stderr: '', stdout: '300.0 1 [1]\n' });
  });

  it('the image draws Indian scripts, their conjuncts, signs before letters and the rupee sign with suitable fonts', async () => {
    const { exitCode, stdout, stderr } = await python(CHART);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'claims: DejaVuSans.ttf',
      'दावा: NotoSansDevanagari-Regular.ttf',
      'দাবি: NotoSansBengali-Regular.ttf',
      'દાવો: NotoSansGujarati-Regular.ttf',
      'ਦਾਅਵਾ: NotoSansGurmukhi-Regular.ttf',
      'ಹಕ್ಕು: NotoSansKannada-Regular.ttf',
      'അവകാശം: NotoSansMalayalam-Regular.ttf',
      'ଦାବି: NotoSansOriya-Regular.ttf',
      'உரிமை: NotoSansTamil-Regular.ttf',
      'దావా: NotoSansTelugu-Regular.ttf',
      '₹: DejaVuSans.ttf',
      'क्ष ज्ञ स्थ त्र',
      'कि 2 1',
      'PNG',
      '',
    ]);
  });

  it('the image knows Indian time zones, number formats and day names', async () => {
    expect(await python(PLACES)).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: '2024-01-01T00:00:00+05:30 2024-01-01T00:00:00+05:30 UTC\n₹1,23,45,678.90\nसोमवार\n',
    });
  });

  it('the image contains no installer, so a program learns at once that it cannot install packages', async () => {
    const { exitCode, stderr } = await python('import runpy; runpy.run_module("pip")');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('No module named pip');
  });
});

const FIND_PRIVILEGED = `
import os, stat
seen = 0
for folder, _, names in os.walk('/'):
    if folder.split('/')[1] in ('proc', 'sys', 'dev'): continue
    for name in names:
        path = os.path.join(folder, name)
        try: mode = os.lstat(path).st_mode
        except FileNotFoundError: continue
        if not stat.S_ISREG(mode): continue
        seen += 1
        if mode & (stat.S_ISUID | stat.S_ISGID): print('setuid', path)
        if 'security.capability' in os.listxattr(path): print('capability', path)
print('looked at more than 3000 files' if seen > 3000 else seen)
`;

const IMPORTS = `
import sys
import numpy, pandas, scipy.optimize, scipy.stats, sklearn.cluster, sklearn.ensemble, sklearn.linear_model, sklearn.metrics
import matplotlib.pyplot, seaborn, openpyxl, xlsxwriter, xlrd, pyarrow.parquet, pyarrow.csv, pyarrow.compute
import statsmodels.api, statsmodels.formula.api, statsmodels.tsa.arima.model
import bs4, lxml.html, jinja2, networkx, pytz, yaml, requests, sympy, tabulate, tqdm
import asyncio, concurrent.futures, ctypes, decimal, json, multiprocessing, sqlite3, ssl, zoneinfo
print('%d.%d' % sys.version_info[:2])
`;

const TABLES = `
import io, pandas as pd
table = pd.DataFrame({'शहर': ['दिल्ली', 'पुणे'], 'claims': [3, 4], 'rate': [0.5, 0.25]})
done = []
table.to_parquet('/tmp/a.parquet'); assert pd.read_parquet('/tmp/a.parquet').equals(table); done.append('parquet')
for engine in ('openpyxl', 'xlsxwriter'):
    table.to_excel('/tmp/a.xlsx', index=False, engine=engine); assert pd.read_excel('/tmp/a.xlsx').equals(table)
done.append('xlsx')
assert pd.read_csv(io.StringIO(table.to_csv(index=False))).equals(table); done.append('csv')
assert pd.read_json(io.StringIO(table.to_json())).equals(table); done.append('json')
assert 'पुणे' in table.to_markdown(); assert len(pd.read_html(io.StringIO(table.to_html()))) == 1; done.append('markdown')
print(*sorted(done))
`;

const THREADS = `
import threading, numpy, pyarrow, pyarrow.compute
from sklearn.ensemble import RandomForestClassifier
product = (numpy.ones((300, 300)) @ numpy.ones((300, 300)))[0, 0]
pyarrow.compute.sum(pyarrow.array(range(100_000)))
forest = RandomForestClassifier(n_estimators=20).fit([[0], [1]] * 50, [0, 1] * 50)
print(product, pyarrow.cpu_count(), forest.predict([[1]]))
`;

const CHART = `
import io, matplotlib.pyplot as plt
from matplotlib import _text_helpers, font_manager, ft2font
words = ['claims', 'दावा', 'দাবি', 'દાવો', 'ਦਾਅਵਾ', 'ಹಕ್ಕು', 'അവകാശം', 'ଦାବି', 'உரிமை', 'దావా', '₹']
paths = [font_manager.findfont(name) for name in plt.rcParams['font.family']]
for word in words:
    fonts = [p for p in paths if all(ft2font.FT2Font(p).get_char_index(ord(c)) for c in word)]
    print(word + ':', fonts[0].rsplit('/', 1)[-1] if fonts else None)
figure, axes = plt.subplots()
width = lambda word: axes.text(0, 0, word).get_window_extent().width
# A conjunct is narrower than its letters side by side.
print(*[one for one, apart in (('क्ष', 'कष'), ('ज्ञ', 'जञ'), ('स्थ', 'सथ'), ('त्र', 'तर')) if width(one) < 0.9 * width(apart)])
# The sign of the short i stands before its letter.
hindi = ft2font.FT2Font(next(path for path in paths if 'Devanagari' in path))
glyphs = [item.glyph_index for item in _text_helpers.layout('कि', hindi)]
print('कि', len(glyphs), glyphs.index(hindi.get_char_index(ord('क'))))
axes.bar(words, range(len(words))); axes.set_title('दावा राशि (₹ लाख)')
picture = io.BytesIO(); figure.savefig(picture)
print(picture.getvalue()[1:4].decode())
`;

const PLACES = `
import locale, time, calendar
from datetime import datetime
from zoneinfo import ZoneInfo
for zone in ('Asia/Kolkata', 'Asia/Calcutta'): print(datetime(2024, 1, 1, tzinfo=ZoneInfo(zone)).isoformat(), end=' ')
print(time.tzname[0])
locale.setlocale(locale.LC_ALL, 'en_IN.UTF-8'); print(locale.currency(12345678.9, grouping=True))
locale.setlocale(locale.LC_ALL, 'hi_IN.UTF-8'); print(datetime(2024, 1, 1).strftime('%A').strip())
`;
