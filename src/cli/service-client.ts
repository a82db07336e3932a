import {
  type Client,
  createClient,
  PramaanError,
  ProblemError,
  TimedOutError,
} from '../../clients/typescript/src/index.ts';
import { ProvisionError } from '../provision/problem.ts';
import { type ApiAccess, locateService } from './locate-service.ts';
import { EXIT, type Outcome } from './outcome.ts';

/**
 * Calls a service through its client.
 * @throws ProvisionError with the problem that the service reports, or if it does not respond
 */
export const withClient = async <T>(access: ApiAccess, work: (client: Client) => Promise<T>): Promise<T> => {
  const { base, key } = await locateService(access);
  try {
    return await work(createClient({ url: base, key, timeoutMs: 600_000 }));
  } catch (error) {
    if (error instanceof ProblemError) throw refusal(error);
    throw error instanceof PramaanError
      ? new ProvisionError(`${error.message}.`, 'Check the address, and that the service is running.')
      : error;
  }
};

/**
 * Writes the id of started work to standard error at once, so that it can be found again if the command is
 * stopped.
 */
export const showStarted = (id: string): void => void process.stderr.write(`Started ${id}\n`);

/** Returns the result of a wait. For work that has not ended in time, prints its id. */
export const endInTime = async (wait: Promise<Outcome>): Promise<Outcome> => {
  try {
    return await wait;
  } catch (error) {
    if (!(error instanceof TimedOutError) || error.id === undefined) throw error;
    const { id, message } = error;
    const text = `${message}. It is still running.`;
    return { code: EXIT.couldNotRun, json: { id, status: 'running', error: text }, text };
  }
};

const refusal = ({ problem, status, message }: ProblemError): ProvisionError => {
  const faults = (problem.errors ?? []).map(({ pointer, message: fault }) => `${pointer} ${fault}`);
  const { title = message, detail = `HTTP ${status}` } = problem;
  return new ProvisionError(`${title}.`, faults.length === 0 ? detail : `Correct: ${faults.join('; ')}`);
};
