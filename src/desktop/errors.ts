/** Thrown when a desktop is lost while it is in use. Everything on it is lost too. */
export class DesktopLostError extends Error {
  override readonly name = 'DesktopLostError';

  constructor(options?: ErrorOptions) {
    super('the desktop was lost', options);
  }
}

/** Thrown when no desktop can be created, because the container engine is unreachable or refuses, or the image is missing. */
export class DesktopUnavailableError extends Error {
  override readonly name = 'DesktopUnavailableError';
}

/** Thrown when the host's maximum number of desktops is in use and none became free in time. */
export class DesktopBusyError extends Error {
  override readonly name = 'DesktopBusyError';

  constructor() {
    super('all desktops are in use');
  }
}

/** Thrown when another person is in control of the desktop. */
export class ControlTakenError extends Error {
  override readonly name = 'ControlTakenError';

  constructor() {
    super('another person is in control of this desktop');
  }
}
