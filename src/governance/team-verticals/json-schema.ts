import type { MemberShape, ObjectShape } from '../../contract/team-vertical-shape.ts';

type Json = Readonly<Record<string, unknown>>;

const FORMATS = {
  rupees: 'an amount in rupees, such as 12,345.00',
  date: 'a date, such as 2026-11-30',
  answer: 'a text, or true or false',
} as const;

const described = (...texts: readonly (string | undefined)[]): Json => {
  const given = texts.filter((text) => text !== undefined);
  return given.length === 0 ? {} : { description: given.join('; ') };
};

const memberSchema = (shape: MemberShape): Json => {
  if (shape.type === 'object') return jsonSchemaOf(shape);
  if (shape.type === 'array') {
    const { description, items, maxItems } = shape;
    return { type: 'array', items: memberSchema(items), maxItems, ...described(description) };
  }
  if (shape.type !== 'string') return shape;
  const { format, description, ...rest } = shape;
  return { ...rest, ...described(description, format && FORMATS[format]) };
};

/**
 * Returns a shape as JSON Schema for a model. The formats are described in words, because JSON Schema does
 * not define them.
 */
export const jsonSchemaOf = ({
  properties,
  required,
  description,
}: Pick<ObjectShape, 'properties' | 'required' | 'description'>): Json => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, memberSchema(member)]),
  ),
  required,
  additionalProperties: false,
  ...described(description),
});
