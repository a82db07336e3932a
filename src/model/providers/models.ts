import { RefusalMemory } from '../capabilities/memory.ts';
import type { Refused } from '../capabilities/refused.ts';
import type { ModelClient } from '../client.ts';
import { ModelError, type ModelErrorCode } from '../errors.ts';
import { isAtTheProvider, Outages } from '../outages.ts';
import { createModelClient } from './model-client.ts';
import type { ModelSettings } from '../settings.ts';

/** A model of the settings, in the form that workers use. */
export interface Model {
  readonly settings: ModelSettings;
  readonly client: ModelClient;
  readonly memory: RefusalMemory;
}

/** Receives what workers learn about models, so that other processes can use it too. */
export interface ModelWatch {
  readonly learned: (model: ModelSettings, refused: Refused) => void;
  /** @param code class of the failure; null if the provider answered */
  readonly seen: (model: ModelSettings, code: ModelErrorCode | null) => void;
}

const NOBODY: ModelWatch = { learned: () => undefined, seen: () => undefined };

/** The models of this worker. */
export class Models {
  readonly all: readonly Model[];
  readonly #outages = new Outages();

  /** @param settings at least one, the default one first */
  constructor(settings: readonly ModelSettings[], watch: ModelWatch = NOBODY) {
    this.all = settings.map((one) => {
      const memory = new RefusalMemory(one, (refused) => watch.learned(one, refused));
      return { settings: one, memory, client: this.#watched(one, createModelClient(one, memory), watch) };
    });
  }

  /** Returns the model with this name, or the default one; undefined if the settings do not have it. */
  find(name: string | undefined): Model | undefined {
    return name === undefined ? this.all[0] : this.all.find(({ settings }) => settings.alias === name);
  }

  /** Returns the models that may answer in place of this one, in order. */
  fallbacksOf({ settings }: Model): readonly Model[] {
    return settings.fallback.flatMap((name) => this.find(name) ?? []);
  }

  /** Returns the first model whose provider is not away, or the first of all if every provider is away. */
  available(models: readonly [Model, ...Model[]]): Model {
    return models.find(({ settings }) => !this.#outages.isAway(settings.alias)) ?? models[0];
  }

  #watched(settings: ModelSettings, client: ModelClient, watch: ModelWatch): ModelClient {
    return {
      ...client,
      ask: async (...asked) => {
        try {
          const turn = await client.ask(...asked);
          this.#outages.answered(settings.alias);
          watch.seen(settings, null);
          return turn;
        } catch (error) {
          if (error instanceof ModelError) {
            this.#outages.failed(settings.alias, error);
            // A provider that refused a request because of its content did respond.
            watch.seen(settings, isAtTheProvider(error) ? error.code : null);
          }
          throw error;
        }
      },
    };
  }
}
