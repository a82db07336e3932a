import { describe, expect, it } from 'vitest';
import { emptyStory, tell } from '../../../console/src/api/story.ts';
import { piecesOf } from '../../../console/src/parts/pieces.ts';
import { marksOf } from '../../../console/src/pages/ask/places.ts';
import { argumentsOf, changedArguments } from '../../../console/src/pages/review/arguments.ts';
import { doubtOf } from '../../../console/src/pages/run/doubts.ts';
import { caseOf } from '../../../console/src/pages/start/fields.ts';
import { streamEventSchema, type StreamEventBody } from '../../../src/contract/events.ts';
import { documentReasons } from '../../../src/governance/rules/documents/findings.ts';
import type { CaseDocument } from '../../../src/governance/rules/documents/case-document.ts';

const story = (...events: readonly StreamEventBody[]) =>
  events.map((event) => streamEventSchema.parse(event)).reduce(tell, emptyStory);

const say = (messageId: string, delta: string): readonly StreamEventBody[] => [
  { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId, delta },
];

describe('The story of a run', () => {
  it('parts of a text and of a call come together, and a result belongs to its call', () => {
    const { happenings, isOver } = story(
      ...say('m', 'I '),
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'look.' },
      { type: 'TOOL_CALL_START', toolCallId: 'a', toolCallName: 'read_case', parentMessageId: 'm' },
      { type: 'TOOL_CALL_START', toolCallId: 'b', toolCallName: 'decide', parentMessageId: 'm' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'a', delta: '{"x":' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'a', delta: '1}' },
      { type: 'TOOL_CALL_RESULT', toolCallId: 'a', messageId: 'r', content: 'read', role: 'tool' },
    );
    expect(isOver).toBe(false);
    expect(happenings).toEqual([
      { kind: 'text', id: 'm', text: 'I look.' },
      { kind: 'call', id: 'a', tool: 'read_case', given: '{"x":1}', result: 'read' },
      { kind: 'call', id: 'b', tool: 'decide', given: '', result: null },
    ]);
  });

  it('a withdrawn text disappears, and other events stay', () => {
    const { happenings } = story(
      ...say('kept', 'Yes.'),
      ...say('withdrawn', 'No'),
      { type: 'CUSTOM', name: 'egress.block', value: { host: 'a.example', rule: 'none', step: 1 } },
      { type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'kept', role: 'assistant', content: 'Yes.' }] },
    );
    expect(happenings.map(({ kind }) => kind)).toEqual(['text', 'egress']);
  });

  it('an error ends the story, and a question does not', () => {
    const failed = story({ type: 'RUN_ERROR', message: 'It broke.', code: 'internal' });
    expect(failed).toMatchObject({ isOver: true, happenings: [{ kind: 'failed', message: 'It broke.' }] });
    const asked = story({
      type: 'RUN_FINISHED',
      threadId: 'run_1',
      runId: 'run_1',
      result: { ledger_ref: 'wf-1' },
      outcome: {
        type: 'interrupt',
        interrupts: [
          {
            id: 'rev_1',
            reason: 'tool_call',
            message: 'May it?',
            toolCallId: 'a',
            responseSchema: {},
            expiresAt: '2026-11-30T00:00:00.000Z',
          },
        ],
      },
    });
    expect(asked).toEqual({
      isOver: false,
      happenings: [{ kind: 'asked', id: 'rev_1', message: 'May it?' }],
    });
  });
});

describe('Marks in a text', () => {
  it('are counted in code points, and of overlapping marks the first and longest counts', () => {
    const marks = [
      { start: 2, end: 4, label: 'inner' },
      { start: 2, end: 5, label: 'outer' },
    ];
    expect(piecesOf('🙂 abcd', marks).map(({ text, mark }) => [text, mark?.label])).toEqual([
      ['🙂 ', undefined],
      ['abc', 'outer'],
      ['d', undefined],
    ]);
  });

  it('for an extraction are its values, not the lines of a bill', () => {
    const value = { value: 'x', start: 1, end: 2, confidence: 1 };
    const details = { pans: [value], name: null, invoice: { number: value, items: [value], checks: {} } };
    expect(marksOf(details).map(({ kind }) => kind)).toEqual(['pans', 'number']);
  });
});

describe('A value of a document', () => {
  const member = {
    name: 'net_payable',
    value: '45,800.00',
    page: 1,
    box: [0, 0, 1, 1],
    confidence: 1,
    source: 'text' as const,
  };

  it('is in conflict if the service’s own reason names it', () => {
    const paper = (name: string, value: string) =>
      ({
        file_id: 'file_1',
        declared: null,
        format: 'pdf',
        text: '',
        failure: null,
        sandbox_id: null,
        read: { kind: 'claim_form', why: '', pages: [], members: [{ ...member, name, value }] },
      }) as unknown as CaseDocument;
    const reasons = documentReasons({}, [paper('net_payable', '45,800'), paper('net_payable', '48,500')]);
    expect(reasons.map(({ code }) => code)).toContain('DOC-CONFLICT');
    expect(doubtOf(member, reasons)).toBe('conflict');
    expect(doubtOf({ ...member, name: 'diagnosis' }, reasons)).toBeUndefined();
  });

  it('is unsure if it was not read, is handwriting, or was read with little confidence', () => {
    expect(doubtOf(member, [])).toBeUndefined();
    expect(doubtOf({ ...member, value: '' }, [])).toBe('unsure');
    expect(doubtOf({ ...member, source: 'handwriting' }, [])).toBe('unsure');
    expect(doubtOf({ ...member, confidence: 0.79 }, [])).toBe('unsure');
    expect(doubtOf({ ...member, name: 'aadhaar', confidence: 0.79 }, [])).toBeUndefined();
  });
});

describe('The entries of a form', () => {
  it('leaves out empty members, and names documents with the kind that was chosen', () => {
    const attached = [
      { file_id: 'file_1', name: 'a.pdf', pages: 1, kind: undefined },
      { file_id: 'file_2', name: 'b.pdf', pages: 1, kind: 'cheque' as const },
    ];
    expect(caseOf({ id: 'CLM-1', pan: ' ' }, attached)).toEqual({
      id: 'CLM-1',
      documents: [{ file_id: 'file_1' }, { file_id: 'file_2', kind: 'cheque' }],
    });
    expect(caseOf({}, [])).toEqual({});
  });

  it('become a call’s arguments only if they are an object and differ', () => {
    const given = argumentsOf({ kind: 'tool_call', evidence: { call: { arguments: { code: '1' } } } });
    expect(given).toEqual({ code: '1' });
    expect(argumentsOf({ kind: 'escalation', evidence: {} })).toBeUndefined();
    expect(changedArguments('{ "code": "1" }', given!)).toBeUndefined();
    expect(changedArguments('{"code":"2"}', given!)).toEqual({ code: '2' });
    for (const text of ['', '[]', 'null', '"x"', '{']) expect(changedArguments(text, given!)).toBeNull();
  });
});
