/** The key that asked for the end of a cancelled run, for the row of that end; none where it was cancelled in the engine. */
export const cancelledBy = (code: string, keyId: string | null): { readonly key_id?: string } =>
  code === 'cancelled' && keyId !== null ? { key_id: keyId } : {};
