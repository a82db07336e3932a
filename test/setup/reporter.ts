import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with one plain line of counts, for people who read the log. */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const before = counts.failed;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'pending') counts.failed += 1;
        else counts[state] += 1;
      }
      // A file that fails outside its tests, for example in an import or a hook, must count as a failure.
      if (module.state() === 'failed' && counts.failed === before) counts.failed += 1;
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    const line = `\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`;
    // The coverage summary is printed after this hook, but the counts must be the very last line.
    process.once('exit', () => process.stdout.write(line));
  }
}
