/**
 * Classes of provider failures. A run's error has the name of the class as its code. The messages are our own: a provider's text
 * can contain a key or a prompt, so none of it is passed on.
 */
export const modelErrors = {
  model_unavailable: { retry: true, message: 'The model provider is unavailable.' },
  model_rate_limited: { retry: true, message: 'The model provider limits the rate of requests.' },
  model_interrupted: { retry: true, message: "The model's reply was cut off." },
  model_quota: { retry: false, message: 'The quota at the model provider is exhausted.' },
  model_auth: { retry: false, message: 'The model provider rejects the configured key.' },
  model_not_found: { retry: false, message: 'The model provider does not have the configured model.' },
  model_context: { retry: false, message: 'The conversation is too long for the model.' },
  model_bad_request: { retry: false, message: 'The model provider rejected the request.' },
  model_protocol: { retry: false, message: "The model provider's response is not a valid model reply." },
} as const satisfies Readonly<Record<string, { readonly retry: boolean; readonly message: string }>>;

/** Descriptions of what happened, for cases in which the class's own message would be wrong. */
const happened = {
  unreached: 'The model provider cannot be reached.',
  malformed: "The model provider's response is not a completion.",
} as const;

export type ModelErrorCode = keyof typeof modelErrors;

/** Thrown when a turn fails; no part of it may be used. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  /** Milliseconds to wait, as requested by the provider. */
  readonly retryAfterMs: number | undefined;
  /** HTTP status, if there was one. */
  readonly status: number | undefined;

  constructor(
    code: ModelErrorCode,
    more: {
      readonly retryAfterMs?: number | undefined;
      readonly status?: number | undefined;
      readonly because?: keyof typeof happened;
    } = {},
  ) {
    const { because, status } = more;
    const answered = code === 'model_unavailable' && status !== undefined;
    const message = answered
      ? `The model provider responded with HTTP ${status}.`
      : modelErrors[code].message;
    super(because === undefined ? message : happened[because]);
    this.code = code;
    this.retryAfterMs = more.retryAfterMs;
    this.status = more.status;
  }

  get retryable(): boolean {
    return modelErrors[this.code].retry;
  }
}
