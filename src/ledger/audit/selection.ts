/** A selection of a team's rows to export. */
export type Selection =
  | { readonly kind: 'chain' }
  /** The oldest rows that are not in a segment yet, up to and including row `last`. */
  | { readonly kind: 'segment'; readonly last: number }
  /** Rows dated at or after `from` and before `to`, both RFC 3339 times. */
  | { readonly kind: 'range'; readonly from?: string | undefined; readonly to?: string | undefined }
  | { readonly kind: 'ref'; readonly ref: string };

/** Thrown when the selection matches nothing to export. The message gives the reason but quotes no content. */
export class NothingToExportError extends Error {
  override readonly name = 'NothingToExportError';
}
