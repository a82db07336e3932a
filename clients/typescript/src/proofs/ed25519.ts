import type { Bytes } from './bytes.ts';

/**
 * Returns whether an Ed25519 key signed a message.
 * @throws NotSupportedError if this runtime has no Ed25519, because it then cannot say anything about the signature
 */
export const isSignedBy = async (publicKey: Bytes, message: Bytes, signature: Bytes): Promise<boolean> => {
  try {
    const known = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', known, signature, message);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') throw error;
    // The bytes are not a point on the curve.
    return false;
  }
};
