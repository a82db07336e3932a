/** Returns the scope of an act of an agent elsewhere. Names of tools in scopes are in lower case, with `_` for other characters. */
export const scopeOfAct = (action: string): string =>
  `tool:${action.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_')}`;
