/** A package or image that a release consists of, as its lock file pins it. */
export interface Component {
  readonly ecosystem: 'npm' | 'pypi' | 'golang' | 'oci';
  readonly name: string;
  readonly version: string;
  /** Hashes of what is downloaded, in hexadecimal. Go's own hash of a module has no place here. */
  readonly hashes: readonly { readonly alg: 'SHA-256' | 'SHA-512'; readonly content: string }[];
  /** SPDX expression, if the lock file or `deploy/supply/licences.json` has it. */
  readonly licence: string | undefined;
  /** What needs it: `service`, `development`, or the folder or setting that pins it. */
  readonly part: string;
}

/** Returns the component's package URL, which other tools identify it by. */
export const purlOf = ({ ecosystem, name, version }: Component): string => {
  const path = name.split('/').map(encodeURIComponent).join('/');
  return `pkg:${ecosystem}/${path}@${encodeURIComponent(version)}`;
};

export const byPurl = (a: Component, b: Component): number => {
  const [left, right] = [`${purlOf(a)} ${a.part}`, `${purlOf(b)} ${b.part}`];
  return left < right ? -1 : Number(left > right);
};
