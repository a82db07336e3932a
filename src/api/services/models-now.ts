import { modelErrors, type ModelErrorCode } from '../../model/errors.ts';
import type { ModelChoice } from '../../model/settings.ts';
import type { Db } from '../../store/db/client.ts';
import { type ModelState, modelStates } from '../../store/models/states.ts';

/** Age in milliseconds from which a stored state no longer counts, because no worker has asked the provider since. */
const KNOWN_FOR_MS = 600_000;

/** A model's current state, as far as it is known. */
export interface ModelNow {
  readonly choice: ModelChoice;
  readonly state: 'up' | 'down' | 'unknown';
  /** A sentence for people. */
  readonly detail: string;
  /** Whether the model sees pictures, as far as the service knows. */
  readonly sees: boolean;
}

/** Returns what workers have stored about each of these models. The API itself never calls a provider. */
export const modelsNow = async (db: Db, choices: readonly ModelChoice[]): Promise<readonly ModelNow[]> => {
  const states = await modelStates(db);
  return choices.map((choice) =>
    nowOf(
      choice,
      states.find(({ model, server }) => model === choice.model && server === choice.server),
    ),
  );
};

const nowOf = (choice: ModelChoice, known: ModelState | undefined): ModelNow => {
  const refused = known?.refused ?? [];
  const sees = choice.images && !refused.includes('images');
  const base = { choice, sees };
  if (known === undefined || known.ageMs === null) {
    return { ...base, state: 'unknown', detail: 'The provider has not been asked yet.' };
  }
  const seconds = Math.max(0, Math.round(known.ageMs / 1_000));
  if (known.ageMs > KNOWN_FOR_MS) {
    return { ...base, state: 'unknown', detail: `The provider was last asked ${seconds} s ago.` };
  }
  if (known.state === 'up') {
    return { ...base, state: 'up', detail: `The provider answered ${seconds} s ago.` };
  }
  const error = modelErrors[known.code as ModelErrorCode] as { readonly message: string } | undefined;
  const message = error?.message ?? 'The model provider failed.';
  return { ...base, state: 'down', detail: `${message} (${known.code ?? ''}, ${seconds} s ago)` };
};
