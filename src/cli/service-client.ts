import { type Client, createClient, PramaanError, ProblemError } from '../../clients/typescript/src/index.ts';
import { ProvisionError } from '../provision/problem.ts';
import { type ApiAccess, locateService } from './locate-service.ts';

/**
 * Calls a service by its client.
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

const refusal = ({ problem, status, message }: ProblemError): ProvisionError => {
  const faults = (problem.errors ?? []).map(({ pointer, message: fault }) => `${pointer} ${fault}`);
  const { title = message, detail = `HTTP ${status}` } = problem;
  return new ProvisionError(`${title}.`, faults.length === 0 ? detail : `Correct: ${faults.join('; ')}`);
};
