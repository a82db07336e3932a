import { hasCode } from '../process/system-error.ts';

/**
 * A problem that the person who starts the service can fix. It is shown without a stack: first the problem, then the remedy.
 */
export class ProvisionError extends Error {
  readonly remedy: string;

  constructor(what: string, remedy: string, options?: ErrorOptions) {
    super(what, options);
    this.name = 'ProvisionError';
    this.remedy = remedy;
  }
}

/**
 * Returns the text to print for an error. For a ProvisionError it includes the remedy; for any other error it is just the
 * message.
 */
export const explain = (error: unknown): string => {
  if (error instanceof ProvisionError) return `${error.message}\n  ${error.remedy.replaceAll('\n', '\n  ')}`;
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) return explain(fullDisk('this folder'));
  return error instanceof Error ? error.message : String(error);
};

/** Returns the error for a path whose disk or quota is full. */
export const fullDisk = (path: string): ProvisionError =>
  new ProvisionError(
    `The disk that holds ${path} is full.`,
    'Free some space (df -h shows how much is left), then start again. No stored data is lost.',
  );
