import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes from package.json, during `npm pack`, the parts that only a checkout needs: an installed package has no
 * runnable script and no settings of tools. `restore` puts them back, also after an interrupted pack.
 */
const MANIFEST = join(import.meta.dirname, '../package.json');
const KEPT = `${MANIFEST}.unpacked`;
/** The members that a package keeps. */
const PACKED = [
  'name',
  'version',
  'description',
  'license',
  'bin',
  'files',
  'type',
  'dependencies',
  'optionalDependencies',
  'engines',
];

export function packedManifest(manifest: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(PACKED.map((name) => [name, manifest[name]]));
}

function restore(): void {
  if (existsSync(KEPT)) renameSync(KEPT, MANIFEST);
}

if (process.argv[1] === import.meta.filename) {
  restore();
  if (process.argv[2] === 'strip') {
    const text = readFileSync(MANIFEST, 'utf8');
    const manifest = JSON.parse(text) as Record<string, unknown>;
    writeFileSync(KEPT, text);
    writeFileSync(MANIFEST, `${JSON.stringify(packedManifest(manifest), null, 2)}\n`);
  }
}
