import type { FieldError } from '../../contract/problem.ts';
import type { Budgets } from '../../governance/agent/budgets.ts';
import { schemaFaults } from '../../runs/output-schema.ts';
import type { RunRequest } from '../../runs/agent/request.ts';
import { ProblemError } from '../http/problem.ts';

interface Asked extends RunRequest {
  readonly max_steps?: number | undefined;
  readonly max_tokens?: number | undefined;
  readonly timeout_ms?: number | undefined;
}

/**
 * Returns a run's request and its budgets, which are at most the service's own.
 * @throws ProblemError 422 for a higher bound, or a schema that cannot be used
 */
export const requestIn = (
  { instructions, output_schema, tags, ...bounds }: Asked,
  budgets: Budgets,
): { readonly request: RunRequest; readonly budgets: Budgets } => {
  const errors: FieldError[] = [];
  for (const [name, most] of Object.entries(MOST)) {
    if ((bounds[name as keyof typeof MOST] ?? 0) > budgets[most]) {
      errors.push({
        in: 'body',
        pointer: `/${name}`,
        message: `expected at most ${budgets[most]}, the service's own limit`,
      });
    }
  }
  for (const { pointer, message } of output_schema === undefined ? [] : schemaFaults(output_schema)) {
    errors.push({ in: 'body', pointer: `/output_schema${pointer}`, message });
  }
  if (errors.length > 0) throw new ProblemError('invalid-request', { errors });
  return {
    request: { instructions, output_schema, tags },
    budgets: {
      ...budgets,
      turns: bounds.max_steps ?? budgets.turns,
      tokens: bounds.max_tokens ?? budgets.tokens,
      wall_ms: bounds.timeout_ms ?? budgets.wall_ms,
    },
  };
};

const MOST = { max_steps: 'turns', max_tokens: 'tokens', timeout_ms: 'wall_ms' } as const;
