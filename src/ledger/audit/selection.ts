/** Which rows of a team an export is to hold. */
export type Selection =
  | { readonly kind: 'chain' }
  /** The oldest rows that are not in a segment yet, up to and with row `last`. */
  | { readonly kind: 'segment'; readonly last: number }
  /** Rows dated from `from` on and before `to`, as RFC 3339 times. */
  | { readonly kind: 'range'; readonly from?: string | undefined; readonly to?: string | undefined }
  | { readonly kind: 'ref'; readonly ref: string };

/** There is nothing to export under this selection. The message says why, and quotes nothing. */
export class NothingToExportError extends Error {
  override readonly name = 'NothingToExportError';
}
