export { ControlGate } from './control.ts';
export type { ControlLease, LeaseEnd } from './control.ts';
export type { Desktop } from './desktop.ts';
export type { Performed } from './driver/driver.ts';
export { ControlTakenError, DesktopBusyError, DesktopLostError, DesktopUnavailableError } from './errors.ts';
export { DesktopHost } from './host.ts';
export { createDesktopLeases } from './leases.ts';
export { encodePng } from './rfb/png.ts';
