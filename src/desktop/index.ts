export type { Desktop } from './desktop.ts';
export type { Performed } from './driver/driver.ts';
export { DesktopLostError } from './errors.ts';
export { DesktopFrozenError } from './rfb/frozen.ts';
export { DesktopHost } from './host.ts';
export { createDesktopLeases } from './leases.ts';
export { encodePng } from './rfb/png.ts';
