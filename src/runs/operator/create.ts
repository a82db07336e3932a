import type { Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { StartOperatorBody } from '../../contract/operator.ts';
import type { Budgets } from '../../governance/agent/budgets.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { newId } from '../../ids.ts';
import { type ChosenModel, createAgentRun } from '../agent/agent-runs.ts';
import { modelInput } from '../agent/model-input.ts';
import type { CredentialRow } from '../../store/credentials/credentials.ts';
import { type GivenFile, safelyNamed, storeGivenFiles } from '../agent/files.ts';
import { textPart } from '../../model/messages.ts';
import { sealValue } from '../../store/vault/vault.ts';
import type { OperatorRunInput } from './workflow.ts';
import { OPERATOR_PROMPT, taskPrompt } from './prompt.ts';

export interface NewOperatorRun {
  readonly teamId: string;
  /** Who asked for the run. */
  readonly askedBy: Actor;
  readonly wish: StartOperatorBody;
  /** Hosts that the run may reach: its team's hosts, or fewer if the caller has restricted them. */
  readonly allow: readonly string[];
  /** The model that answers; `bounds` limits a run's usage. */
  readonly model: ChosenModel;
  readonly bounds: Pick<Budgets, 'tokens' | 'cost'>;
  readonly files?: readonly GivenFile[];
  /** Credentials that may be typed for the run. */
  readonly credentials?: readonly CredentialRow[];
  /** Queue served by every sandbox host. */
  readonly taskQueue: string;
}

/**
 * Stores a run and its sealed task in the caller's transaction. Once that has committed, the reconciler starts the run if the
 * caller does not.
 */
export const createOperatorRun = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, askedBy, wish, allow, model, bounds, taskQueue, files = [], credentials = [] }: NewOperatorRun,
): Promise<OperatorRunInput> => {
  const { task, url, output_schema, max_steps, timeout_ms: wall_ms, observation, confirm } = wish;
  const input: OperatorRunInput = {
    run_id: newId('op'),
    team_id: teamId,
    sandbox_id: newId('sbx'),
    max_steps,
    wall_ms,
    observation,
    confirm,
    ...(files.length > 0 && { files: true }),
    ...(credentials.length > 0 && { credentials: credentials.map(({ name }) => name) }),
    task_queue: taskQueue,
    asked_by: askedBy,
    ...bounds,
    ...modelInput(model),
  };
  const named = safelyNamed(files);
  const names = named.map(({ name }) => name);
  const value = { task, allow, ...(url !== undefined && { url }), ...(output_schema && { output_schema }) };
  await sealValue(tx, ring, { teamId, ref: input.run_id, value });
  await tx
    .insertInto('operator_runs')
    .values({
      id: input.run_id,
      team_id: teamId,
      sandbox_id: input.sandbox_id,
      input: JSON.stringify(input),
    })
    .execute();
  await createAgentRun(tx, ring, {
    teamId,
    ledgerRef: input.run_id,
    kind: 'operator',
    askedBy,
    model,
    budgets: { turns: max_steps, tool_calls: max_steps, wall_ms, ...bounds },
    messages: [
      { role: 'system', text: OPERATOR_PROMPT },
      {
        role: 'user',
        parts: textPart(taskPrompt(task, { url, files: names, credentials, schema: output_schema })),
      },
    ],
  });
  await storeGivenFiles(tx, ring, { teamId, ledgerRef: input.run_id, files: named });
  return input;
};
