import type { CallOptions } from './call.ts';
import type { Caller } from './client.ts';
import type { StoredDocument } from './generated/types.ts';

/** Documents of cases. */
export class Documents {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Uploads files as one document, in their order.
   * @param files each with its type, such as `application/pdf`; a File also has a name
   */
  async upload(files: Blob | readonly Blob[], options?: CallOptions): Promise<StoredDocument> {
    const [first, ...more] = files instanceof Blob ? [files] : files;
    if (first !== undefined && more.length === 0)
      return this.#caller.call('createDocument', { body: first }, options);
    const form = new FormData();
    for (const file of files as readonly Blob[]) form.append('file', file);
    return this.#caller.call('createDocument', { body: form }, options);
  }

  /** Downloads a page as PNG. */
  async page(id: string, n: number, options?: CallOptions & { readonly masked?: boolean }): Promise<Blob> {
    const query = { masked: options?.masked };
    const response = await this.#caller.call('getDocumentPage', { params: { id, n }, query }, options);
    return response.blob();
  }
}
