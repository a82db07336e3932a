import type { VerticalId } from '../verticals/definition.ts';
import { verticals } from '../verticals/index.ts';
import type { LiveTool } from '../../contract/live-tools.ts';
import { toolsOf } from './tools.ts';

/** Whether a call may be made now and, if not, which rule forbids it. `words` is the message for the model. */
export type Gate =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly rule: 'not-in-tool-list' | 'order' | 'decided';
      readonly words: string;
    };

/** Checks a call against a vertical's order of steps. Attempts to call an outside host are always left to the egress policy. */
export const gateOf = (vertical: VerticalId, done: ReadonlySet<LiveTool>, tool: LiveTool): Gate => {
  if (!toolsOf(vertical).includes(tool)) {
    return { allowed: false, rule: 'not-in-tool-list', words: `This vertical has no tool ${tool}.` };
  }
  const missing = (verticals[vertical].live.before[tool] ?? []).filter((needed) => !done.has(needed));
  if (missing.length > 0) {
    return {
      allowed: false,
      rule: 'order',
      words: `${tool} was refused: it needs ${missing.join(', ')} first.`,
    };
  }
  // A decision is final: neither a second decision nor new evidence may follow it.
  if (done.has('decide') && tool !== 'write_record' && tool !== 'call_outside') {
    return {
      allowed: false,
      rule: 'decided',
      words: `${tool} was refused: the case is decided. Call write_record.`,
    };
  }
  return { allowed: true };
};
