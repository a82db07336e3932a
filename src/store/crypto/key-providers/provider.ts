/** Wraps keys so that they can be stored, and unwraps them. The wrapping key stays where the provider keeps it. */
export interface KeyProvider {
  readonly wrap: (plain: Buffer) => Promise<string>;
  /**
   * @param signal ends the call
   * @throws KeyProviderError when the text was not wrapped by this provider's key, or the provider does not answer
   */
  readonly unwrap: (wrapped: string, signal?: AbortSignal) => Promise<Buffer>;
}

/** Thrown when a key cannot be wrapped or unwrapped. The message contains no key, token or answer of the provider. */
export class KeyProviderError extends Error {
  override readonly name = 'KeyProviderError';
  /**
   * Whether the same call may succeed a little later, for instance because the provider is sealed or
   * unavailable.
   */
  readonly mayPass: boolean;

  constructor(message: string, options: ErrorOptions & { readonly mayPass?: boolean } = {}) {
    super(message, options);
    this.mayPass = options.mayPass ?? false;
  }
}
