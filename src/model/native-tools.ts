import type { ProviderName } from './client.ts';

/** Values of OPERATOR_TOOLS that each provider's models can use: our own functions, or the provider's own computer tool. */
const TOOLS_OF: Readonly<Record<ProviderName, RegExp>> = {
  openai: /^(plain|elements)$/,
  anthropic: /^(plain|elements)$|_\d{8}$/,
  'openai-responses': /^(plain|elements|computer|computer_use_preview)$/,
};

export const toolsFit = (operatorTools: string, provider: ProviderName): boolean =>
  TOOLS_OF[provider].test(operatorTools);
