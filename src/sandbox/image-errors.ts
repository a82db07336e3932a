/** Thrown when an image could not be made. The message gives the reason in a form that an administrator may see. */
export class ImageBuildError extends Error {
  override readonly name = 'ImageBuildError';
}
