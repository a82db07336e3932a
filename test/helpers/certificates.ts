import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Issued {
  readonly certPath: string;
  readonly keyPath: string;
  readonly cert: Buffer;
  readonly key: Buffer;
}

export interface Authority {
  readonly certPath: string;
  readonly cert: Buffer;
  /** Issues a certificate with the given alternative names, in openssl's notation: `DNS:a.test,IP:127.0.0.1` */
  readonly issue: (name: string, alternatives: string) => Promise<Issued>;
}

/** Creates a test's own certificate authority, in a new folder below `parent`. */
export const createAuthority = async (parent: string, name: string): Promise<Authority> => {
  const folder = await mkdtemp(join(parent, 'authority-'));
  const at = (file: string): string => join(folder, file);
  const openssl = async (...args: readonly string[]) => run('openssl', [...args], { cwd: folder });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const made = ['-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', `/CN=${name}`];
  await openssl('req', '-x509', ...newKey, ...made);
  return {
    certPath: at('ca.pem'),
    cert: await readFile(at('ca.pem')),
    issue: async (subject, alternatives) => {
      await writeFile(at(`${subject}.ext`), `subjectAltName=${alternatives}\n`);
      const wish = ['-keyout', `${subject}.key`, '-out', `${subject}.csr`, '-subj', `/CN=${subject}`];
      await openssl('req', '-new', ...newKey, ...wish);
      const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'];
      const files = ['-in', `${subject}.csr`, '-out', `${subject}.pem`, '-extfile', `${subject}.ext`];
      await openssl('x509', '-req', ...files, ...signing);
      const [certPath, keyPath] = [at(`${subject}.pem`), at(`${subject}.key`)];
      return { certPath, keyPath, cert: await readFile(certPath), key: await readFile(keyPath) };
    },
  };
};
