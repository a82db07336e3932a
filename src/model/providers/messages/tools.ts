import type { ToolDefinition } from '../../agents.ts';
import { toolsOf } from '../wire/tools.ts';

/** The beta that each of the provider's own tools needs; undefined if it needs none. */
const BETAS: Readonly<Record<string, string>> = {
  computer_20250124: 'computer-use-2025-01-24',
  computer_20251124: 'computer-use-2025-11-24',
};

/** Converts tools into this protocol's format. A set of tools has no name of its own. */
export const messagesTools = (
  tools: readonly ToolDefinition[],
): { readonly tools: readonly object[]; readonly betas: readonly string[] } => {
  const betas = new Set<string>();
  const converted = toolsOf(tools, 'anthropic').map((tool) => {
    if (tool.type !== 'provider') {
      return { name: tool.name, description: tool.description, input_schema: tool.inputSchema };
    }
    const type = tool.id.split('.')[1]!;
    const beta = BETAS[type];
    if (beta !== undefined) betas.add(beta);
    const { displayWidthPx, displayHeightPx, enableZoom } = tool.args;
    return {
      type,
      ...(beta !== undefined && { name: tool.name }),
      ...(displayWidthPx !== undefined && { display_width_px: displayWidthPx }),
      ...(displayHeightPx !== undefined && { display_height_px: displayHeightPx }),
      ...(enableZoom !== undefined && { enable_zoom: enableZoom }),
    };
  });
  return { tools: converted, betas: [...betas] };
};
