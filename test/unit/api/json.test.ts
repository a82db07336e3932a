import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/api/body/json.ts';
import { isExact } from '../../../src/governance/exact-number.ts';
import { pointerOf } from '../../../src/api/http/pointer.ts';
import { ProblemError } from '../../../src/api/http/problem.ts';

const parse = (text: string | Uint8Array): unknown => parseJson(Buffer.from(text));

const problemOf = (text: string | Uint8Array): ProblemError => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('it was accepted');
};

const fifty = (item: string): string => `[${Array.from({ length: 50 }, () => item).join(',')}]`;

describe('Parsing a JSON body', () => {
  it('the parser returns what JSON.parse returns', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('__proto__') && !text.includes('\\u'));
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['an escape of an ordinary character', '{"a":"\\u0041\\u0915"}', { a: 'Aक' }],
    ['a surrogate pair', '{"a":"\\ud83d\\ude00"}', { a: '😀' }],
    ['brackets, quotes and digits inside text', '{"a":"[{\\"1e999\\\\"}', { a: '[{"1e999\\' }],
    ['a byte order mark', '\uFEFF{"a":1}', { a: 1 }],
    ['a repeated member and keeps its last value', '{"a":1,"a":2}', { a: 2 }],
    ['64 levels', `${'['.repeat(64)}${']'.repeat(64)}`, undefined],
  ])('the parser accepts %s', (_name, text, expected) => {
    const value = parse(text);
    if (expected !== undefined) expect(value).toEqual(expected);
  });

  it.each([
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, /too deep/],
    ['100,000 levels that never close', '['.repeat(100_000), /too deep/],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), /UTF-8/],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /UTF-8/],
    ['an unterminated string', '{"a":"secret', /not valid JSON/],
    ['a raw control character', '{"a":"\u0000"}', /not valid JSON/],
    ['NaN', '{"a":NaN}', /not valid JSON/],
    ['whitespace only', '  ', /not valid JSON/],
  ])('the parser rejects %s with 400 and does not quote the body', (_name, text, detail) => {
    const problem = problemOf(text);
    expect(problem.status).toBe(400);
    expect(problem.message).toMatch(detail);
    expect(problem.message).not.toContain('secret');
  });

  it.each([
    ['U+0000 in a value', '{"case":{"symptom":"a\\u0000b"}}', '/case/symptom'],
    ['U+0000 in a name', '{"a\\u0000":1}', '/a\uFFFD'],
    ['a lone high surrogate', '{"a":["x","\\ud800"]}', '/a/1'],
    ['a lone low surrogate in a name', '{"\\udc00":1}', '/\uFFFD'],
    ['a number of 20 digits', '{"case":{"amount":12345678901234567890}}', '/case/amount'],
    ['a number out of range', '{"case":{"amount":1e400}}', '/case/amount'],
    ['a number that becomes zero', '[1e-400]', '/0'],
    ['a member named __proto__', '{"a":{"__proto__":{"admin":true}}}', '/a/__proto__'],
    ['a member named __proto__ by an escape', '{"\\u005f_proto__":1}', '/__proto__'],
    ['a name with slashes and tildes', '{"a/b~c":1e400}', '/a~1b~0c'],
    ['an identifier as a name', '{"2345 6789 1238":1e400}', '/XXXX XXXX 1238'],
    ['a digit lost after 2,100 zeros', `{"a":0.1${'0'.repeat(2_100)}1}`, '/a'],
    ['a number longer than 1,000 characters', `{"a":1.${'0'.repeat(1_000)}}`, '/a'],
    ['a number after values of every type', '{"x":[1,{"y":"z"}],"b" : [null,"a",{"c":1e400}]}', '/b/2/c'],
    ['a number after text that looks like a member name', '{"a":["x:",":"],"b":1e400}', '/b'],
    ['a bare number', '1e400', ''],
  ])('the parser returns 422 and points to %s', (_name, text, pointer) => {
    const problem = problemOf(text);
    expect(problem.status).toBe(422);
    expect(problem.errors).toMatchObject([{ in: 'body', pointer }]);
  });

  it('the parser never pollutes Object.prototype', () => {
    problemOf('{"__proto__":{"polluted":true}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('the parser reports at most 20 places', () => {
    expect(problemOf(fifty('1e400')).errors).toHaveLength(20);
    expect(problemOf(fifty('"\\u0000"')).errors).toHaveLength(20);
  });

  it('the parser rejects exactly the numbers that a double would change, and points to each of them', () => {
    const number = fc.oneof(
      fc.constantFrom('1e400', '12345678901234567890', '0.1', '-0', '1e22', '1E-7', '0.30000000000000004'),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.array(number, { maxLength: 3 }), { maxKeys: 5 }), (given) => {
        fc.pre(!Object.hasOwn(given, '__proto__') && Object.keys(given).every((name) => name.isWellFormed()));
        fc.pre(!JSON.stringify(given).includes('\\u'));
        const text = `{${Object.entries(given)
          .map(([name, items]) => `${JSON.stringify(name)}: [${items.join(' , ')}]`)
          .join(',')}}`;
        const expected = Object.entries(given).flatMap(([name, items]) =>
          items.flatMap((item, index) => (isExact(item) ? [] : [pointerOf([name, index])])),
        );
        const found = expected.length === 0 ? [] : (problemOf(text).errors ?? []);
        if (expected.length === 0) parse(text);
        expect(found.map(({ pointer }) => pointer)).toEqual(expected.slice(0, 20));
      }),
    );
  });
});

describe('isExact', () => {
  it('a number is exact when a double prints it back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(isExact(String(value))).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(isExact(String(value))).toBe(true);
      }),
    );
  });

  it('exactness does not depend on a number’s notation', () => {
    for (const text of [
      '0',
      '-0',
      '0.0',
      '1.50',
      '15e-1',
      '1E2',
      '100',
      '9007199254740991',
      '0.1',
      '1e21',
      '5e-324',
    ]) {
      expect(isExact(text), text).toBe(true);
    }
  });

  it('a number is not exact when it has more digits than a double holds', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 20n, max: 10n ** 40n }), (value) => {
        expect(isExact(String(value))).toBe(decimalOf(value) === String(value));
      }),
    );
    for (const text of ['9007199254740993', '0.1234567890123456789', '1e400', '-1e400', '1e-400']) {
      expect(isExact(text), text).toBe(false);
    }
  });
});

/** Returns the shortest decimal that a double prints for a whole number, written out in full. */
const decimalOf = (value: bigint): string => {
  const [mantissa = '', exponent] = String(Number(value)).split('e+');
  if (exponent === undefined) return mantissa;
  const [whole = '', fraction = ''] = mantissa.split('.');
  return (whole + fraction).padEnd(Number(exponent) + 1, '0');
};
