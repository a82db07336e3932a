import { describe, expect, it } from 'vitest';
import { dependencyAway, ProblemError } from '../../../../src/api/http/problem.ts';
import { problemResult } from '../../../../src/api/mcp/results.ts';
import { textOf } from '../../../helpers/mcp.ts';

describe('A problem as a result', () => {
  it('the result says after how many seconds the call may be tried again', () => {
    const result = problemResult(dependencyAway('The database'), 'req_1');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatchObject({ status: 503, request_id: 'req_1', retry_after: 2 });
  });

  it('the result of a permanent problem has no time for a retry', () => {
    expect(textOf(problemResult(new ProblemError('not-found'), 'req_1'))).not.toHaveProperty('retry_after');
  });
});
