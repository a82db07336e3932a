/**
 * Classes of what a provider can do wrong. A run's error carries the name of the class as its code. The messages are our own: a
 * provider's text can hold a key or a prompt, so none of it is passed on.
 */
export const modelErrors = {
  model_unavailable: { retry: true, message: 'The model provider does not answer properly.' },
  model_rate_limited: { retry: true, message: 'The model provider asks to wait.' },
  model_interrupted: { retry: true, message: 'The reply of the model broke off.' },
  model_quota: { retry: false, message: 'The quota at the model provider is used up.' },
  model_auth: { retry: false, message: 'The model provider refuses the configured key.' },
  model_not_found: { retry: false, message: 'The model provider does not have the configured model.' },
  model_context: { retry: false, message: 'The conversation is longer than the model can read.' },
  model_bad_request: { retry: false, message: 'The model provider does not accept the request.' },
  model_protocol: { retry: false, message: 'The model provider answers in a way that is no model reply.' },
} as const satisfies Readonly<Record<string, { readonly retry: boolean; readonly message: string }>>;

export type ModelErrorCode = keyof typeof modelErrors;

/** A turn went wrong; nothing of it may be used. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  /** Milliseconds that the provider asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** HTTP status, if there was one. */
  readonly status: number | undefined;

  constructor(
    code: ModelErrorCode,
    more: { readonly retryAfterMs?: number | undefined; readonly status?: number | undefined } = {},
  ) {
    super(modelErrors[code].message);
    this.code = code;
    this.retryAfterMs = more.retryAfterMs;
    this.status = more.status;
  }

  get retryable(): boolean {
    return modelErrors[this.code].retry;
  }
}
