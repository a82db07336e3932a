/** Returns the key that asked to cancel a run, for the row of its end, or nothing if the run was cancelled in Temporal. */
export const cancelledBy = (code: string, keyId: string | null): { readonly key_id?: string } =>
  code === 'cancelled' && keyId !== null ? { key_id: keyId } : {};
