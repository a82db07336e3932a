import type { TestProject } from 'vitest/node';
import { debianFiles } from '../helpers/debian-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with SoftHSM and OpenSC. */
    hsm: string;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  project.provide('hsm', await debianFiles('softhsm2', 'libsofthsm2', 'opensc', 'opensc-pkcs11'));
}
