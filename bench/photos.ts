// Sends generated photos of documents (test/fixtures/photos/draw.py) through POST /v1/documents/extract. For each photo, prints
// which values are right, missing, wrong or marked as doubtful by the response itself, and the time in seconds.
// Usage: node bench/photos.ts [name]
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { ExtractionBody } from '../src/contract/documents.ts';
import { ensureContainerEngine } from '../src/provision/docker.ts';
import { createProgress } from '../src/process/progress.ts';
import { judge, TRUTH } from '../test/helpers/photo-truth.ts';
import { startCodeService } from './lib/code-service.ts';
import { round } from './lib/load.ts';

const DRAW = readFileSync(new URL('../test/fixtures/photos/draw.py', import.meta.url), 'utf8');
const only = process.argv[2] ?? '';

const engine = await ensureContainerEngine(createProgress(process.stderr), { env: process.env });
if ('off' in engine) throw new Error(engine.off);
const service = await startCodeService(engine.host);
const sum = { right: 0, missing: 0, wrong: 0, doubted: 0, longest_s: 0 };
try {
  for (const document of Object.keys(TRUTH)) {
    const { body } = await service.run({
      code: `${DRAW}\nmain('/tmp', '${document}')`,
      return_files: ['photos.json'],
      timeout_ms: 60_000,
    });
    if (body.exit_code !== 0) throw new Error(body.stderr);
    const photos = JSON.parse(Buffer.from(body.files[0]!.content_b64!, 'base64').toString()) as Record<
      string,
      string
    >;
    for (const [name, document_b64] of Object.entries(photos).filter(([one]) => one.includes(only))) {
      const begun = performance.now();
      const answer = await service.ask<ExtractionBody>('POST', '/v1/documents/extract', {
        type: TRUTH[document]!.type,
        document_b64,
      });
      const seconds = round((performance.now() - begun) / 1_000, 1);
      const { right, missing, wrong, doubted } = judge(document, answer);
      sum.right += right;
      sum.missing += missing.length;
      sum.wrong += wrong.length;
      sum.doubted += doubted.length;
      sum.longest_s = Math.max(sum.longest_s, seconds);
      process.stdout.write(
        `${name.padEnd(24)} ${seconds} s  right ${right}  missing [${missing.join(', ')}]  wrong [${wrong.join(', ')}]` +
          `  doubted [${doubted.join(', ')}]  notes [${answer.notes.map(({ code }) => code).join(', ')}]\n`,
      );
    }
  }
  process.stdout.write(`${JSON.stringify({ bench: 'photos', load: loadavg(), ...sum })}\n`);
} finally {
  await service.close();
  await engine.stop?.();
}
