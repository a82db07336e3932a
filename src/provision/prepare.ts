import { explain } from './problem.ts';
import { createProgress } from '../process/progress.ts';
import { ensureConsole } from './console.ts';
import { ensureTemporalBinary } from './temporal-binary.ts';

// scripts/test.mjs runs this first, because building the Temporal CLI takes minutes. Here it can show its progress; a test
// runner's setup would be silent.
try {
  const progress = createProgress(process.stdout);
  await progress.step('program temporal', ensureTemporalBinary);
  await progress.step('console', ensureConsole);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
process.exit();
