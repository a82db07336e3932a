import type { Said, Wire } from './replies.ts';

type Data = { readonly type: string; readonly [member: string]: unknown };

const event = (data: Data): string => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const pieces = (text: string): readonly string[] => text.match(/[\s\S]{1,12}/g) ?? [];

type Call = NonNullable<Said['calls']>[number];

/** Returns whether a call is for the computer tool, which has `action` or `actions`. */
const isComputer = ({ tool, arguments: given }: Call): boolean =>
  tool === 'computer' &&
  typeof given === 'object' &&
  ('actions' in given || typeof (given as { action?: unknown }).action === 'object');

const callItem = (call: Call, n: number): Data => {
  const { tool, arguments: given, id = `call_provider_${n}` } = call;
  if (isComputer(call)) {
    const more = { pending_safety_checks: [], ...(given as object) };
    return { type: 'computer_call', id: `cu_${n}`, call_id: id, status: 'completed', ...more };
  }
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  return {
    type: 'function_call',
    id: `fc_${n}`,
    call_id: id,
    name: tool,
    arguments: text,
    status: 'completed',
  };
};

/** Every turn starts with a reasoning item, sealed by the provider. */
const thought = { type: 'reasoning', id: 'rs_0', summary: [], encrypted_content: 'sealed-thought' };

const itemEvents = (item: Data, output_index: number): readonly string[] => {
  const added = event({
    type: 'response.output_item.added',
    output_index,
    item: { ...item, status: 'in_progress' },
  });
  const done = event({ type: 'response.output_item.done', output_index, item });
  if (item.type === 'message') {
    const [{ text, refusal }] = item['content'] as [{ text?: string; refusal?: string }];
    const type = refusal === undefined ? 'response.output_text.delta' : 'response.refusal.delta';
    const deltas = pieces(text ?? refusal ?? '').map((delta) =>
      event({ type, item_id: item['id'], output_index, content_index: 0, delta }),
    );
    return [added, ...deltas, done];
  }
  if (item.type !== 'function_call') return [added, done];
  const deltas = pieces(String(item['arguments'])).map((delta) =>
    event({ type: 'response.function_call_arguments.delta', item_id: item['id'], output_index, delta }),
  );
  return [added, ...deltas, done];
};

/** The `/responses` protocol. */
export const responses: Wire = {
  path: '/v1/responses',
  events: (said) => {
    const text =
      said.text === undefined && said.refusal === undefined
        ? []
        : [
            {
              type: 'message',
              id: 'msg_0',
              role: 'assistant',
              status: 'completed',
              content: [
                said.refusal === undefined
                  ? { type: 'output_text', text: said.text, annotations: [] }
                  : { type: 'refusal', refusal: said.refusal },
              ],
            },
          ];
    const items: readonly Data[] = [thought, ...text, ...(said.calls ?? []).map(callItem)];
    const model = said.model ?? 'fake-model';
    const usage = said.usage === undefined ? { input: 100, output: 20 } : said.usage;
    const complete = said.finish === undefined;
    const last = {
      id: 'resp_1',
      object: 'response',
      model,
      status: complete ? 'completed' : 'incomplete',
      output: items,
      incomplete_details: complete ? null : { reason: said.finish },
      usage: usage && {
        input_tokens: usage.input,
        output_tokens: usage.output,
        total_tokens: usage.input + usage.output,
        ...('cached' in usage && { input_tokens_details: { cached_tokens: usage.cached } }),
      },
    };
    return [
      event({
        type: 'response.created',
        response: { id: 'resp_1', object: 'response', model, status: 'in_progress', output: [] },
      }),
      ...items.flatMap(itemEvents),
      event({ type: complete ? 'response.completed' : 'response.incomplete', response: last }),
    ];
  },
  error: (error) => ({ error }),
};
