/** Thrown when an action would send input to a desktop that is frozen. */
export class DesktopFrozenError extends Error {
  override readonly name = 'DesktopFrozenError';

  constructor() {
    super('the desktop is frozen');
  }
}
