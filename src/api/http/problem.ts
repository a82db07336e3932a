import {
  type FieldError,
  type ProblemBody,
  type ProblemCode,
  problems,
  problemType,
} from '../../contract/problem.ts';

/** An error response. It can be thrown anywhere below the problem middleware, which renders it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly ledgerRef: string | undefined;
  readonly import: ProblemBody['import'];

  /**
   * @param detail tells the caller what to do next. It is shown as it is, so it must never repeat input. Default: the text in the
   * problem table
   */
  constructor(
    code: ProblemCode,
    options: {
      readonly detail?: string;
      readonly errors?: readonly FieldError[];
      readonly headers?: Readonly<Record<string, string>>;
      /** The run that failed, so that the caller can read how far it got. */
      readonly ledgerRef?: string | undefined;
      /** The report of an import that wrote nothing. */
      readonly import?: ProblemBody['import'];
    } = {},
  ) {
    super(options.detail ?? problems[code].next);
    this.code = code;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
    this.ledgerRef = options.ledgerRef;
    this.import = options.import;
  }

  get status(): number {
    return problems[this.code].status;
  }

  render(requestId: string): ProblemBody {
    return {
      type: problemType(this.code),
      title: problems[this.code].title,
      status: this.status,
      detail: this.message,
      request_id: requestId,
      ...(this.errors && { errors: [...this.errors] }),
      ...(this.import !== undefined && { import: this.import }),
      ...(this.ledgerRef !== undefined && { ledger_ref: this.ledgerRef }),
    };
  }

  /** Returns the same problem with the run that failed, and its address in `Location`. */
  ofRun(ledgerRef: string, location: string): ProblemError {
    const { errors } = this;
    return new ProblemError(this.code, {
      detail: this.message,
      headers: { ...this.headers, Location: location },
      ledgerRef,
      ...(errors !== undefined && { errors }),
    });
  }
}

/** Returns the result. @throws ProblemError 404 if the result was erased before it could be returned */
export const expectResult = <T>(result: T | undefined): T => {
  if (result === undefined) throw new ProblemError('not-found', { detail: 'The result was erased.' });
  return result;
};

/** Returns the problem for a dependency that cannot be reached at the moment. */
export const dependencyAway = (what: string): ProblemError => dependencyFailed(`${what} cannot be reached.`);

/** Returns the problem for a dependency that does not work at the moment; `sentence` says what happened. */
export const dependencyFailed = (sentence: string): ProblemError =>
  new ProblemError('dependency-away', {
    detail: `${sentence} Try again after \`Retry-After\` seconds.`,
    headers: { 'Retry-After': '2' },
  });
