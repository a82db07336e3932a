import { BoundedThread, ThreadLostError } from '../../process/bounded-thread.ts';
import { ConnectorError } from '../common/errors.ts';
import type { MappingJob, MappingResult } from './job.ts';

/**
 * Evaluates JSONata expressions in a thread of their own, one at a time. Expressions come from a team and their input from outside,
 * so both are bounded in time, depth and memory.
 */
export class Mapper {
  readonly #thread = new BoundedThread<MappingJob, MappingResult>({
    module: new URL('./thread.ts', import.meta.url),
    patienceMs: 2_000,
    memoryMb: 64,
  });

  /** @throws ConnectorError if the expression fails or takes too long */
  async map(expression: string, input: unknown): Promise<unknown> {
    return this.#ask({ expression, input: JSON.stringify(input) });
  }

  /** @throws ConnectorError if the expression cannot be parsed */
  async check(expression: string): Promise<void> {
    await this.#ask({ expression, input: undefined });
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  async #ask(job: MappingJob): Promise<unknown> {
    const result = await this.#thread.do(job).catch((error: unknown) => {
      if (!(error instanceof ThreadLostError)) throw error;
      throw new ConnectorError('mapping_failed', `The mapping ${error.message}.`);
    });
    if ('failed' in result) throw new ConnectorError('mapping_failed', `${result.failed}.`);
    return result.output === undefined ? undefined : JSON.parse(result.output);
  }
}
