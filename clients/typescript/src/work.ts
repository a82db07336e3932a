import type { Caller } from './client.ts';
import type {
  AgentTaskRequest,
  AgentTaskWithReceipt,
  AnalysisRequest,
  AnalysisWithReceipt,
  OperatorRunWithReceipt,
  StartOperator,
} from './generated/types.ts';
import { type StartOptions, waitUntil } from './wait.ts';

/** The service responds at once, so that no connection has to last as long as the work. */
const ASYNC = { Prefer: 'respond-async' };

/** Work that models do: agent tasks, analyses, operator runs. */
export class Work {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Gives an agent a task and waits for its answer. */
  async task(body: AgentTaskRequest, options: StartOptions = {}): Promise<AgentTaskWithReceipt> {
    const { signal, idempotencyKey } = options;
    const started = await this.#caller.call(
      'runAgentTask',
      { body },
      { signal, idempotencyKey, headers: ASYNC },
    );
    const params = { ref: started.ledger_ref };
    options.onStarted?.(started.ledger_ref);
    return waitUntil(
      started.ledger_ref,
      async (limits) => this.#caller.call('getAgentTask', { params }, limits),
      ({ status }) => status !== 'running',
      options,
    );
  }

  /** Asks a question about a dataset and waits for its answer. */
  async analyze(body: AnalysisRequest, options: StartOptions = {}): Promise<AnalysisWithReceipt> {
    const { signal, idempotencyKey } = options;
    const started = await this.#caller.call('analyze', { body }, { signal, idempotencyKey, headers: ASYNC });
    const params = { ref: started.ledger_ref };
    options.onStarted?.(started.ledger_ref);
    return waitUntil(
      started.ledger_ref,
      async (limits) => this.#caller.call('getAnalysis', { params }, limits),
      ({ status }) => status !== 'running',
      options,
    );
  }

  /** Lets an operator work on a desktop and waits until it is done. */
  async operator(body: StartOperator, options: StartOptions = {}): Promise<OperatorRunWithReceipt> {
    const { signal, idempotencyKey } = options;
    const started = await this.#caller.call('startOperatorRun', { body }, { signal, idempotencyKey });
    const params = { run_id: started.run_id };
    options.onStarted?.(started.run_id);
    return waitUntil(
      started.run_id,
      async (limits) => this.#caller.call('getOperatorRun', { params }, limits),
      ({ status }) => status === 'done',
      options,
    );
  }
}
