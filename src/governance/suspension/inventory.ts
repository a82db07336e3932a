import { verticalIds } from '../../contract/common.ts';
import { verticals } from '../verticals/index.ts';
import { LIVE_RUN_TOOLS, OPERATOR_TOOLS } from './scopes.ts';

/** A system that a team uses, as far as the code and the settings know it. */
export interface KnownSystem {
  readonly id: string;
  readonly kind: 'rules' | 'model' | 'prompt' | 'operator' | 'tool';
  readonly name: string;
  readonly version: string | null;
  readonly provider: string | null;
}

interface ConfiguredModel {
  readonly name: string;
  readonly provider: string;
  /** The name under which the provider knows it. */
  readonly model: string;
}

interface ReleasedPrompt {
  readonly id: string;
  readonly sha256: string;
}

interface OwnVertical {
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

/**
 * Lists all systems of this release with the configured models, and a team's own verticals that are in force. A switch's scope names
 * a system by the same id.
 */
export const systemsOf = (
  models: readonly ConfiguredModel[],
  prompts: readonly ReleasedPrompt[],
  own: readonly OwnVertical[] = [],
): readonly KnownSystem[] => [
  ...verticalIds.map((id) => {
    const { title, rules } = verticals[id];
    return { id: `vertical:${id}`, kind: 'rules', name: title, version: rules, provider: null } as const;
  }),
  ...own.map(
    ({ id, title, version }) =>
      ({
        id: `vertical:${id}`,
        kind: 'rules',
        name: title,
        version: `${id}@${version}`,
        provider: null,
      }) as const,
  ),
  ...models.map(
    ({ name, provider, model }) =>
      ({ id: `model:${name}`, kind: 'model', name, version: model, provider }) as const,
  ),
  ...prompts.map(
    ({ id, sha256 }) =>
      ({
        id: `prompt:${id}`,
        kind: 'prompt',
        name: `Prompts of ${id}`,
        version: sha256,
        provider: null,
      }) as const,
  ),
  { id: 'operators', kind: 'operator', name: 'Operators of desktops', version: null, provider: null },
  ...[...LIVE_RUN_TOOLS, ...OPERATOR_TOOLS].map(
    (name) => ({ id: `tool:${name}`, kind: 'tool', name, version: null, provider: null }) as const,
  ),
];
