import type { MemberShape, ObjectShape, ScalarShape } from '../../contract/team-vertical-shape.ts';
import { parseRupees } from '../amounts.ts';
import { parseDay } from '../dates.ts';
import { mayBeRounded } from '../exact-number.ts';
import { flagOf, MAX_VALUE, memberOf, readMember } from '../members.ts';
import { MAX_INT } from '../rule-sets/functions.ts';
import type { Members, Nested } from './values.ts';

/** Types of the members of a value, as cells see them: a type's name, or the types of a row's members. */
export interface FieldTypes {
  readonly [name: string]: string | FieldTypes | ListOfRows;
}

/** A list whose elements have members. */
export interface ListOfRows {
  readonly rows: FieldTypes;
}

export const isListOfRows = (type: string | FieldTypes | ListOfRows): type is ListOfRows =>
  typeof type === 'object' && typeof type['rows'] === 'object' && Object.keys(type).length === 1;

const scalarType = (shape: ScalarShape): string =>
  shape.type === 'boolean'
    ? 'bool'
    : shape.type === 'integer' ||
        ('format' in shape && (shape.format === 'rupees' || shape.format === 'date'))
      ? 'int'
      : 'string';

const memberType = (shape: MemberShape): string | FieldTypes | ListOfRows => {
  if (shape.type === 'object') return fieldTypes(shape);
  if (shape.type !== 'array') return scalarType(shape);
  if (shape.items.type === 'object') return { rows: fieldTypes(shape.items) };
  return `list<${scalarType(shape.items)}>`;
};

/** Returns the types of a shape's members. */
export const fieldTypes = ({
  properties,
}: {
  readonly properties: Readonly<Record<string, MemberShape>>;
}): FieldTypes =>
  Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, memberType(shape)]));

/** A value that was read by a shape: its readable members, and the paths of the others. */
export interface Read {
  readonly members: Members;
  /** Required members that are missing. */
  readonly missing: readonly string[];
  /** Members that were given but cannot be read. */
  readonly unreadable: readonly string[];
}

type Given = Readonly<Record<string, unknown>>;

/** Reads a free-form value by a shape. Never throws, whatever was given. */
export const readByShape = (shape: Pick<ObjectShape, 'properties' | 'required'>, given: Given): Read => {
  const members: Record<string, Nested> = {};
  const missing: string[] = [];
  const unreadable: string[] = [];
  for (const [name, member] of Object.entries(shape.properties)) {
    const read = readMemberBy(member, given, name);
    if (read.value !== undefined) members[name] = read.value;
    unreadable.push(...read.unreadable);
    missing.push(...read.missing);
    const isAbsent = read.value === undefined && read.unreadable.length === 0;
    if (isAbsent && shape.required.includes(name)) missing.push(name);
  }
  return { members, missing, unreadable };
};

interface ReadMember {
  readonly value: Nested | undefined;
  readonly missing: readonly string[];
  readonly unreadable: readonly string[];
}

const whole = (value: Nested | undefined): ReadMember => ({ value, missing: [], unreadable: [] });
const faulty = (name: string): ReadMember => ({ value: undefined, missing: [], unreadable: [name] });

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readMemberBy = (shape: MemberShape, given: Given, name: string): ReadMember => {
  const value = memberOf(given, name);
  if (value === undefined || value === null || value === '') return whole(undefined);
  if (shape.type === 'object') {
    if (!isObject(value)) return faulty(name);
    const { members, missing, unreadable } = readByShape(shape, value);
    return { value: members, missing: under(name, missing), unreadable: under(name, unreadable) };
  }
  if (shape.type === 'array') {
    if (!Array.isArray(value) || value.length > shape.maxItems) return faulty(name);
    const { items } = shape;
    const read = value.map((each: unknown, index) =>
      items.type === 'object'
        ? readMemberBy(items, { [index]: each }, String(index))
        : present(readScalar(items, { [index]: each }, String(index)), String(index)),
    );
    return {
      // A list with parts left out would claim to be complete.
      value: read.every((each) => each.value !== undefined && each.unreadable.length === 0)
        ? read.map((each) => each.value!)
        : undefined,
      missing: read.flatMap((each) => under(name, each.missing)),
      unreadable: read.flatMap((each) => under(name, each.unreadable)),
    };
  }
  return readScalar(shape, given, name);
};

const present = (read: ReadMember, name: string): ReadMember =>
  read.value === undefined && read.unreadable.length === 0 ? faulty(name) : read;

const under = (name: string, paths: readonly string[]): readonly string[] =>
  paths.map((path) => `${name}.${path}`);

const readScalar = (shape: ScalarShape, given: Given, name: string): ReadMember => {
  if (shape.type === 'boolean') {
    const flag = flagOf(given, name);
    return flag === undefined ? faulty(name) : whole(flag);
  }
  const value = memberOf(given, name);
  if (mayBeRounded(value)) return faulty(name);
  if ('format' in shape && shape.format === 'answer' && typeof value === 'boolean')
    return whole(value ? 'yes' : 'no');
  const longest = 'maxLength' in shape ? shape.maxLength : undefined;
  const member = readMember(given, name, Math.max(MAX_VALUE, longest ?? 0));
  if (member.state !== 'value') return member.state === 'absent' ? whole(undefined) : faulty(name);
  const text = member.written;
  if (shape.type === 'integer') {
    if (!/^-?\d{1,18}$/.test(text)) return faulty(name);
    const number = BigInt(text);
    const { minimum, maximum } = shape;
    const fits =
      (minimum === undefined || number >= BigInt(minimum)) &&
      (maximum === undefined || number <= BigInt(maximum));
    return fits ? whole(number) : faulty(name);
  }
  if (shape.format === 'rupees') {
    const paise = parseRupees(text);
    return paise === undefined || paise > MAX_INT ? faulty(name) : whole(paise);
  }
  if (shape.format === 'date') {
    const day = parseDay(text);
    return day === undefined ? faulty(name) : whole(BigInt(day));
  }
  const fits =
    text.length <= (shape.maxLength ?? text.length) &&
    (shape.enum === undefined || shape.enum.includes(text));
  return fits ? whole(text) : faulty(name);
};
