import type { AgentTaskBody } from '../../../src/contract/agent-task.ts';
import type { AnalysisBody } from '../../../src/contract/analysis.ts';
import type { ProblemBody } from '../../../src/contract/problem.ts';
import type { TestService } from '../../helpers/service.ts';

interface Bodies {
  readonly '/v1/agents/tasks': AgentTaskBody;
  readonly '/v1/analyze': AnalysisBody;
}

/** The response's body under two types, because a test knows from the status which one it is. */
interface Response<P extends keyof Bodies> {
  readonly status: number;
  readonly body: Bodies[P];
  readonly problem: ProblemBody;
}

/** Returns a function that posts agent tasks and analyses to a service. */
export const postTo =
  ({ request }: Pick<TestService, 'request'>) =>
  async <P extends keyof Bodies>(path: P, body: object): Promise<Response<P>> => {
    const response = await request('POST', path, body);
    const json: unknown = await response.json();
    return { status: response.status, body: json as Bodies[P], problem: json as ProblemBody };
  };
