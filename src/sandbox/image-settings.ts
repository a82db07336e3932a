import { existsSync } from 'node:fs';

/** Image build settings taken from the machine. */
export interface ImageSettings {
  /** Base image to use instead of Debian 13. */
  readonly base?: string;
  /** Languages that recognition reads in addition to English and Hindi, as Debian names them: `tam tel`. */
  readonly languages?: string;
  /** Proxies and the Python package index, under the names that the builder and pip use. */
  readonly buildArgs: Readonly<Record<string, string>>;
  /** Path of a file that contains the certificates trusted by this machine. */
  readonly certificates?: string;
}

const PASSED_ON = [
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'PIP_INDEX_URL',
] as const;
/** Paths at which Debian, Fedora and macOS keep their certificates. */
const CERTIFICATE_FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/cert.pem',
];

type Environment = Readonly<
  Partial<
    Record<
      (typeof PASSED_ON)[number] | 'SANDBOX_BASE_IMAGE' | 'SANDBOX_LANGUAGES' | 'SSL_CERT_FILE',
      string | undefined
    >
  >
>;

/** Reads the image build settings from an environment: SANDBOX_BASE_IMAGE, SANDBOX_LANGUAGES, SSL_CERT_FILE, proxies, PIP_INDEX_URL. */
export const imageSettings = (env: Environment): ImageSettings => {
  const base = env.SANDBOX_BASE_IMAGE ?? '';
  const languages = env.SANDBOX_LANGUAGES ?? '';
  const files = [env.SSL_CERT_FILE ?? '', ...CERTIFICATE_FILES];
  const certificates = files.find((path) => path !== '' && existsSync(path));
  const buildArgs: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = env[name] ?? '';
    if (value !== '') buildArgs[name] = value;
  }
  return {
    buildArgs,
    ...(base === '' ? {} : { base }),
    ...(languages === '' ? {} : { languages }),
    ...(certificates === undefined ? {} : { certificates }),
  };
};
