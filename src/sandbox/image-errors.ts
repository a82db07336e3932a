/** An image could not be made. The message says why and is fit for an operator's eyes. */
export class ImageBuildError extends Error {
  override readonly name = 'ImageBuildError';
}
