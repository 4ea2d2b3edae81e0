import { createRequire } from 'node:module';
import { AdapterSetupError } from '../adapter.ts';

/** 286 MB with dependencies, so only users of the provider install the package. */
const FACES = {
  '@vladmandic/face-api': '1.7.15',
  '@tensorflow/tfjs': '4.22.0',
  '@tensorflow/tfjs-backend-wasm': '4.22.0',
};
/** Another 140 MB, for anti-spoof models. */
const ANTI_SPOOF = { 'onnxruntime-web': '1.30.0' };

/** Resolves packages from this file, as the worker thread does. */
export const requireHere = createRequire(import.meta.url);

/** One command installs all packages, because each later npm command removes packages installed with `--no-save`. */
export function installCommand(antiSpoof: boolean): string {
  const packages = Object.entries(antiSpoof ? { ...FACES, ...ANTI_SPOOF } : FACES);
  return `npm install --no-save ${packages.map(([name, version]) => `${name}@${version}`).join(' ')}`;
}

/** The installed version; undefined if there is none. */
function installed(name: string): string | undefined {
  // Not `require.resolve`, because packages may hide their package.json.
  for (const folder of requireHere.resolve.paths(name) ?? []) {
    try {
      return (requireHere(`${folder}/${name}/package.json`) as { version: string }).version;
    } catch {
      // Try the next folder.
    }
  }
  return undefined;
}

/** @throws AdapterSetupError with the command to run, unless the packages are installed in the tested versions */
export function assertInstalled(antiSpoof: boolean): void {
  const wanted = Object.entries(antiSpoof ? { ...FACES, ...ANTI_SPOOF } : FACES);
  const problems = wanted.flatMap(([name, version]) => {
    const found = installed(name);
    if (found === version) return [];
    return [
      found === undefined ? `${name} is not installed` : `${name} is ${found}, not ${version}`,
    ];
  });
  if (problems.length > 0)
    throw new AdapterSetupError(
      `the provider embedded needs packages that are installed on demand (${problems.join('; ')}): ` +
        installCommand(antiSpoof),
    );
}
