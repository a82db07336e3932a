import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import { maskJson, maskText } from '../../governance/mask.ts';
import { type AnswerSchema, answerSchemaOf } from '../../model/answer-schema.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { findValue, sealValue } from '../../store/vault/vault.ts';
import type { RunOfMessages } from './transcript.ts';

export type OutputSchema = Readonly<Record<string, unknown>>;

/** What a caller may specify about a run besides its question. */
export interface RunRequest {
  readonly instructions?: string | undefined;
  readonly output_schema?: OutputSchema | undefined;
  readonly tags?: readonly string[] | undefined;
}

const requestRef = (ledgerRef: string): string => `${ledgerRef}/request`;

/** Seals the part of a request that is needed after the run has started. */
export const storeRequest = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, ledgerRef, request }: RunOfMessages & { readonly request: RunRequest },
): Promise<void> => {
  const { output_schema } = request;
  if (output_schema === undefined) return;
  await sealValue(tx, ring, { teamId, ref: requestRef(ledgerRef), value: { output_schema } });
};

/** Returns the schema that a run's answer must fit; undefined if the caller gave none. */
export const outputSchemaOf = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ledgerRef }: RunOfMessages,
): Promise<OutputSchema | undefined> => {
  const ref = { teamId, ref: requestRef(ledgerRef) };
  return (await findValue<{ output_schema?: OutputSchema }>(db, ring, ref))?.output_schema;
};

/**
 * Returns a schema in the form in which a provider can enforce it; undefined if it has none, or if it holds identifiers, which the
 * provider must not see and without which it would be another schema.
 */
export const answerSchemaFor = (schema: OutputSchema): AnswerSchema | undefined =>
  isDeepStrictEqual(maskJson(schema), schema) ? answerSchemaOf(schema) : undefined;

/** Returns tags as they are stored: masked, without duplicates. */
export const maskedTags = (tags: readonly string[] = []): readonly string[] => [
  ...new Set(tags.map((tag) => maskText(tag))),
];

/** Adds the caller's instructions and schema to an agent's system prompt. */
export const systemPromptFor = (prompt: string, { instructions, output_schema }: RunRequest): string =>
  [
    prompt,
    ...(instructions === undefined ? [] : [`Instructions of the caller:\n${maskText(instructions)}`]),
    ...(output_schema === undefined
      ? []
      : [
          'Answer with one JSON value and nothing else: no words around it. It has to fit this JSON Schema:\n' +
            JSON.stringify(maskJson(output_schema)),
        ]),
  ].join('\n\n');
