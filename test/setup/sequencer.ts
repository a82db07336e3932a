import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files whose tests take longest. A new machine has no recorded times and would otherwise start some of these files last, when
 * nothing else runs beside them.
 */
const LONG = [
  'test/replay/replay.test.ts',
  'test/runs/code/faults.test.ts',
  'test/runs/code/load.test.ts',
  'test/sandbox/cases.test.ts',
  'test/runs/operator/office-scenarios.test.ts',
  'test/runs/agent/analysis/large-turns.test.ts',
  'test/runs/operator/ends.test.ts',
  'test/faults/live-run-killed.test.ts',
  'test/provision/start.test.ts',
  'test/cli/keys.test.ts',
  'test/runs/code/session.test.ts',
  'test/runs/operator/scenarios.test.ts',
  'test/sandbox/programs.test.ts',
  'test/runs/document/faults.test.ts',
  'test/runs/operator/web-scenarios.test.ts',
  'test/runs/agent/analysis/killed.test.ts',
  'test/events/faults.test.ts',
  'test/runs/code/cases.test.ts',
  'test/runs/operator/walk.test.ts',
  'test/events/live-run.test.ts',
  'test/runs/code/away.test.ts',
  'test/runs/operator/killed.test.ts',
  'test/faults/worker-killed.test.ts',
];

const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((path) => moduleId.endsWith(path));

/** Sorts files as vitest does, but puts the longest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's own, of the same name
    const usual = await super.sort(files);
    return [...usual.filter(isLong), ...usual.filter((file) => !isLong(file))];
  }
}
