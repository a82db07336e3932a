/** An image could not be made. The message says why and is fit to show to an administrator. */
export class ImageBuildError extends Error {
  override readonly name = 'ImageBuildError';
}
