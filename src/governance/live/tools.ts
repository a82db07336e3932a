import type { VerticalId } from '../verticals/definition.ts';
import { verticals } from '../verticals/index.ts';
import { type LiveTool, liveTools } from '../../contract/live-tools.ts';

/** Returns a vertical's governed tools in the order in which they are usually called. */
export const toolsOf = (vertical: VerticalId): readonly LiveTool[] =>
  liveTools.filter((tool) => verticals[vertical].live.steps[tool] !== undefined);
