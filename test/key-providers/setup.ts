import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { debianFiles } from '../helpers/debian-files.ts';
import { goProgram } from '../helpers/go-program.ts';

declare module 'vitest' {
  interface ProvidedContext {
    vault: string;
    /** Folder with SoftHSM and OpenSC. */
    hsm: string;
  }
}

const VAULT = fileURLToPath(new URL('vault-server/', import.meta.url));

export default async function setup(project: TestProject): Promise<void> {
  project.provide('hsm', await debianFiles('softhsm2', 'libsofthsm2', 'opensc', 'opensc-pkcs11'));
  project.provide('vault', await goProgram('vault-server', VAULT, '.', ['main.go']));
}
