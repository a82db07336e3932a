import { isObject, type Json } from './capabilities/body.ts';

/** A JSON Schema to which a provider can constrain an answer. */
export interface AnswerSchema {
  readonly schema: Json;
  /** Whether every member of every object is required, which OpenAI demands of a schema that it enforces. */
  readonly strict: boolean;
}

/** Maximum number of parts of a schema after its references are resolved. */
const MOST_PARTS = 500;

/** Words that only describe a part. */
const KEPT = ['description'] as const;
/** Words that narrow a part. Providers refuse some of them, and we check the answer against all of them. */
const DROPPED = new Set(
  (
    '$schema $comment $defs definitions title default examples deprecated readOnly writeOnly minLength maxLength pattern ' +
    'format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems'
  ).split(' '),
);
const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/**
 * Returns the form of a caller's schema that all providers with such an option accept: without the words that they refuse, without
 * references, and with closed objects. Every answer that the caller's schema accepts in closed objects fits this form; the service
 * checks the answer against the caller's schema itself.
 * @returns undefined if the schema has no such form
 */
export const answerSchemaOf = (schema: Json): AnswerSchema | undefined => {
  const reader = new Reader(schema);
  const read = reader.read(schema, []);
  return read === undefined || read['type'] !== 'object'
    ? undefined
    : { schema: read, strict: reader.strict };
};

class Reader {
  readonly #root: Json;
  #parts = 0;
  strict = true;

  constructor(root: Json) {
    this.#root = root;
  }

  /** @param open references that are being resolved; a schema that refers to itself has no finite form */
  read(part: unknown, open: readonly string[]): Json | undefined {
    this.#parts += 1;
    if (!isObject(part) || this.#parts > MOST_PARTS) return undefined;
    const said = Object.fromEntries(Object.entries(part).filter(([name]) => !DROPPED.has(name)));
    const about = Object.fromEntries(
      Object.entries(said).filter(([name]) => KEPT.some((one) => one === name)),
    );
    const words = Object.keys(said).filter((name) => !(name in about));
    const has = (...names: readonly string[]): boolean => words.every((name) => names.includes(name));
    if ('$ref' in said) return has('$ref') ? this.#readRef(said['$ref'], open) : undefined;
    if ('anyOf' in said) return has('anyOf') ? this.#readChoices(about, said['anyOf'], open) : undefined;
    if ('enum' in said || 'const' in said) return has('type', 'enum', 'const') ? readValues(said) : undefined;
    const types: readonly unknown[] = Array.isArray(said['type']) ? said['type'] : [said['type']];
    if (types.includes('object')) {
      const fits = has('type', 'properties', 'required', 'additionalProperties');
      return fits && types.length === 1 ? this.#readObject({ ...said, ...about }, open) : undefined;
    }
    if (types.includes('array')) {
      const items = has('type', 'items') && types.length === 1 ? this.read(said['items'], open) : undefined;
      return items && { ...about, type: 'array', items };
    }
    return has('type') && types.every((type) => SCALARS.has(type)) ? said : undefined;
  }

  #readRef(ref: unknown, open: readonly string[]): Json | undefined {
    const [, place, name] = /^#\/(\$defs|definitions)\/([^/~%]+)$/.exec(String(ref)) ?? [];
    if (place === undefined || name === undefined || open.includes(String(ref))) return undefined;
    const parts = this.#root[place];
    return isObject(parts) && Object.hasOwn(parts, name)
      ? this.read(parts[name], [...open, String(ref)])
      : undefined;
  }

  #readChoices(about: Json, choices: unknown, open: readonly string[]): Json | undefined {
    if (!Array.isArray(choices) || choices.length === 0) return undefined;
    const read = choices.map((choice) => this.read(choice, open));
    return read.includes(undefined) ? undefined : { ...about, anyOf: read };
  }

  #readObject(said: Json, open: readonly string[]): Json | undefined {
    const { properties, required = [], additionalProperties = false, ...rest } = said;
    if (!isObject(properties) || additionalProperties !== false || !Array.isArray(required)) return undefined;
    const names = Object.keys(properties);
    if (names.length === 0 || !required.every((name) => names.includes(name as string))) return undefined;
    if (names.length > new Set(required).size) this.strict = false;
    const members = names.map((name) => [name, this.read(properties[name], open)] as const);
    if (members.some(([, member]) => member === undefined)) return undefined;
    return { ...rest, properties: Object.fromEntries(members), required, additionalProperties: false };
  }
}

const readValues = (said: Json): Json | undefined => {
  const values = Array.isArray(said['enum']) ? said['enum'] : [said['const']];
  return values.every((value) => value === null || typeof value !== 'object') ? said : undefined;
};
