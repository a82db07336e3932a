import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ensureJars } from './jars.ts';

const VERSION = '7.6.1';
const PARTS = ['validation', 'validation-resources-r4', 'structures-r4', 'caching-caffeine'];

const PROGRAM = fileURLToPath(new URL('../judges/fhir/Validate.java', import.meta.url));
const JAVA = ['-Xmx1g', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** Prepares HL7's validator with the definitions of FHIR R4, which Maven downloads once. @returns the reason if it is unavailable */
export const ensureFhirValidator = async (): ReturnType<typeof ensureJars> =>
  ensureJars(`fhir-validator-${VERSION}`, [
    ...PARTS.map((part) => `ca.uhn.hapi.fhir:hapi-fhir-${part}:${VERSION}`),
    'org.slf4j:slf4j-nop:2.0.16',
  ]);

/** Validates resources against FHIR R4. @returns the errors and warnings of each one, with their places */
export const validateFhir = async (
  jars: string,
  resources: readonly object[],
): Promise<readonly { readonly errors: readonly string[]; readonly warnings: readonly string[] }[]> => {
  const child = spawn('java', [...JAVA, '-cp', `${jars}/*`, PROGRAM], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // If the program ends early, its exit code says so.
  child.stdin.on('error', () => undefined);
  child.stdin.end(resources.map((resource) => `${JSON.stringify(resource)}\n`).join(''));
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (exitCode !== 0) throw new Error(`the validator ended with ${String(exitCode)}`);
  const found = output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  return resources.map((_, index) => {
    const ofSeverity = (wanted: string) =>
      found
        .filter(([number, severity]) => number === String(index) && severity === wanted)
        .map(([, , place, message]) => `${place}: ${message}`);
    return { errors: [...ofSeverity('fatal'), ...ofSeverity('error')], warnings: ofSeverity('warning') };
  });
};
