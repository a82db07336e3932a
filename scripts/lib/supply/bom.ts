import { createHash } from 'node:crypto';
import { type Component, purlOf } from './component.ts';

/** Writes a hash as a UUID of version 8, so that the same content always has the same serial number. */
const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
};

const licenceOf = (expression: string): object =>
  /[ (]/.test(expression) ? { expression } : { license: { id: expression } };

/** One package may be pinned by several parts, and has one entry with all of them. */
const grouped = (components: readonly Component[]): readonly (readonly [Component, readonly string[]])[] => {
  const parts = Map.groupBy(components, purlOf);
  return [...parts.values()].map((same) => [same[0]!, same.map(({ part }) => part)] as const);
};

/**
 * Writes a bill of materials in CycloneDX 1.6. The same lock files always give the same bytes.
 * @param release the version, and when its commit was made
 */
export const createBom = (
  components: readonly Component[],
  release: { readonly version: string; readonly at: Date },
): string => {
  const entries = grouped(components).map(([one, parts]) => ({
    type: one.ecosystem === 'oci' ? 'container' : 'library',
    'bom-ref': purlOf(one),
    name: one.name,
    version: one.version,
    scope: parts.every((part) => part === 'development') ? 'excluded' : 'required',
    ...(one.hashes.length > 0 && { hashes: one.hashes }),
    ...(one.licence !== undefined && { licenses: [licenceOf(one.licence)] }),
    purl: purlOf(one),
    properties: parts.map((value) => ({ name: 'pramaan:part', value })),
  }));
  const body = {
    version: 1,
    metadata: {
      timestamp: release.at.toISOString(),
      component: {
        type: 'application',
        'bom-ref': `pkg:generic/pramaan@${release.version}`,
        name: 'pramaan',
        version: release.version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components: entries,
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(body))}`;
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber, ...body };
  return `${JSON.stringify(bom, null, 2)}\n`;
};
