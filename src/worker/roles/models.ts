import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { ModelErrorCode } from '../../model/errors.ts';
import { Models, type ModelWatch } from '../../model/providers/models.ts';
import { checkProvider } from '../../model/providers/check.ts';
import { allModels, type ModelSettings, placeOf } from '../../model/settings.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Db } from '../../store/db/client.ts';
import { modelStates, storeOutcome, storeRefusal } from '../../store/models/states.ts';

/**
 * Time in milliseconds during which an unchanged outcome is not stored again, so that a busy model does not cost a write per
 * turn.
 */
const STORE_EVERY_MS = 15_000;

/** Failures that a successful request for the list of models disproves. Only a real call can disprove the others. */
const DISPROVED: ReadonlySet<ModelErrorCode> = new Set([
  'model_unavailable',
  'model_interrupted',
  'model_auth',
  'model_protocol',
]);

export interface WorkerModels {
  readonly models: Models;
  readonly close: () => Promise<void>;
}

/**
 * Creates a worker's models; undefined if no model is configured. Stores what it learns about them for other processes, and
 * starts with what others have learned. Checks providers that are not used from time to time.
 */
export const startModels = async (
  config: Config,
  { db, log }: { readonly db: Db; readonly log: Logger },
): Promise<WorkerModels | undefined> => {
  const settings = allModels(config);
  if (settings.length === 0) return undefined;
  const outcomes = new Outcomes(db, log);
  const models = new Models(settings, {
    seen: outcomes.seen,
    learned: (model, refused) => {
      log.warn(
        { model: model.alias, refused },
        'the model server refused a part of the request; later requests leave it out',
      );
      storeRefusal(db, placeOf(model), refused).catch((error: unknown) => outcomes.failed(error));
    },
  });
  await recall(db, models);
  const stopping = new AbortController();
  const checking =
    config.MODEL_CHECK_EVERY_S === 0
      ? Promise.resolve()
      : checkUntil(stopping.signal, models, outcomes, config.MODEL_CHECK_EVERY_S * 1_000);
  return {
    models,
    close: async () => {
      stopping.abort();
      await checking;
    },
  };
};

const recall = async (db: Db, models: Models): Promise<void> => {
  const states = await modelStates(db);
  for (const { settings, memory } of models.all) {
    const { model, server } = placeOf(settings);
    const known = states.find((state) => state.model === model && state.server === server);
    memory.recall(known?.refused ?? []);
  }
};

/** The last outcome of each model, as far as this process knows. */
class Outcomes {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #last = new Map<string, { readonly code: ModelErrorCode | null; readonly at: number }>();

  constructor(db: Db, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Stores an outcome in the background, because a turn must not wait for it. */
  readonly seen: ModelWatch['seen'] = (model, code) => {
    const last = this.#last.get(model.alias);
    const at = performance.now();
    if (last?.code === code && at - last.at < STORE_EVERY_MS) return;
    this.#last.set(model.alias, { code, at });
    if (code !== null && last?.code !== code) {
      this.#log.warn({ model: model.alias, code }, 'the model provider failed');
    }
    storeOutcome(this.#db, placeOf(model), code).catch((error: unknown) => this.failed(error));
  };

  readonly failed = (error: unknown): void =>
    this.#log.debug({ error }, 'the state of a model could not be stored');

  /** Checks a provider, unless a call has shown its state within the given time. */
  async check(settings: ModelSettings, everyMs: number): Promise<void> {
    const last = this.#last.get(settings.alias);
    if (last !== undefined && performance.now() - last.at < everyMs) return;
    const code = await checkProvider(settings);
    if (code === undefined) return;
    const before = last?.code ?? null;
    if (code === null && before !== null && !DISPROVED.has(before)) return;
    this.seen(settings, code);
  }
}

const checkUntil = async (
  signal: AbortSignal,
  models: Models,
  outcomes: Outcomes,
  everyMs: number,
): Promise<void> => {
  while (!signal.aborted) {
    await Promise.all(models.all.map(async ({ settings }) => outcomes.check(settings, everyMs)));
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
};
