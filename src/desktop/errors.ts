/** The desktop went away while somebody worked on it. What was on it is gone. */
export class DesktopLostError extends Error {
  override readonly name = 'DesktopLostError';

  constructor(options?: ErrorOptions) {
    super('the desktop was lost', options);
  }
}

/** No desktop can be made: the engine is away or refuses, or the image is not there. */
export class DesktopUnavailableError extends Error {
  override readonly name = 'DesktopUnavailableError';
}

/** All desktops that this host may have are in use, and none came free in time. */
export class DesktopBusyError extends Error {
  override readonly name = 'DesktopBusyError';

  constructor() {
    super('all desktops are in use');
  }
}

/** Another person holds the desktop's controls. */
export class ControlTakenError extends Error {
  override readonly name = 'ControlTakenError';

  constructor() {
    super('another person is in control of this desktop');
  }
}
