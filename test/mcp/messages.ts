/** Returns a message of revision 2025-11-25. */
export const bodyOf = (method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});
