import { describe, expect, it } from 'vitest';
import { checkOutput, schemaFaults } from '../../../src/runs/output-schema.ts';

const TOTAL = {
  type: 'object',
  properties: { total: { type: 'number' }, city: { enum: ['Pune', 'Surat'] } },
  required: ['total'],
  additionalProperties: false,
};

describe('An output schema', () => {
  it.each([
    ['a plain schema', TOTAL],
    ['draft-07', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'string' }],
    [
      '2020-12',
      { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{ type: 'string' }] },
    ],
    ['a reference within itself', { $defs: { n: { type: 'number' } }, $ref: '#/$defs/n' }],
    ['a format', { type: 'string', format: 'date' }],
    ['unknown keywords', { type: 'string', 'x-label': 'Total' }],
  ])('the service accepts %s', (_, schema) => {
    expect(schemaFaults(schema)).toEqual([]);
  });

  it.each([
    ['an unknown type', { type: 'money' }, '/type'],
    ['a property that is not a schema', { properties: { a: 7 } }, '/properties/a'],
    ['a reference to another document', { $ref: 'https://example.org/s.json' }, ''],
    ['a reference to nowhere', { $ref: '#/$defs/none' }, ''],
    ['another dialect', { $schema: 'http://json-schema.org/draft-04/schema#' }, '/$schema'],
    ['a broken pattern', { type: 'string', pattern: '(' }, ''],
  ])('the service refuses %s and says where', (_, schema, pointer) => {
    expect(schemaFaults(schema).map((fault) => fault.pointer)).toContain(pointer);
  });

  it('the service refuses a schema that takes too long to check', () => {
    // Draft-07 compares each choice with all others.
    const choices = Array.from({ length: 40_000 }, (_, n) => ({ n }));
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', enum: choices };
    expect(schemaFaults(schema)).toEqual([{ pointer: '', message: 'takes too long to read' }]);
  });
});

describe('Checking an answer', () => {
  it.each([
    ['JSON alone', '{"total": 7}'],
    ['JSON in a code fence', '```json\n{"total": 7}\n```'],
    ['JSON with space around it', '\n {"total": 7} \n'],
  ])('the service reads %s', (_, answer) => {
    expect(checkOutput(TOTAL, answer)).toEqual({ output: { total: 7 } });
  });

  it.each([
    ['words around JSON', 'Here it is: {"total": 7}', /single JSON value/],
    ['two values', '{"total": 7} {"total": 8}', /single JSON value/],
    ['a missing member', '{}', /required property 'total'/],
    ['a wrong type', '{"total": "7"}', /\/total must be number/],
    ['a further member', '{"total": 7, "note": "x"}', /additional properties \("note"\)/],
    ['a value outside the list', '{"total": 7, "city": "Agra"}', /"Pune"/],
    ['a number that would lose digits', '{"total": 12345678901234567890}', /total has more digits/],
  ])('the service names the fault of %s', (_, answer, words) => {
    const checked = checkOutput(TOTAL, answer);
    expect('faults' in checked && checked.faults.join()).toMatch(words);
  });

  it('the service gives up on a pattern that would never finish', () => {
    const schema = { type: 'string', pattern: '^(a+)+$' };
    expect(schemaFaults(schema)).toEqual([]);
    expect(checkOutput(schema, JSON.stringify(`${'a'.repeat(40)}!`))).toEqual({
      faults: ['the answer takes too long to check'],
    });
  });
});
