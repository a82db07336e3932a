import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files with long tests: on a new machine, which has no times to go by, they would come last, and alone. */
const LONG = [
  'test/sandbox/cases.test.ts',
  'test/code/cases.test.ts',
  'test/operators/scenarios.test.ts',
  'test/faults/worker-killed.test.ts',
];

const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((path) => moduleId.endsWith(path));

/** The order of vitest, with the longest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's own, of the same name
    const usual = await super.sort(files);
    return [...usual.filter(isLong), ...usual.filter((file) => !isLong(file))];
  }
}
