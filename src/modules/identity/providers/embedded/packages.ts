import { createRequire } from 'node:module';
import { AdapterSetupError } from '../adapter.ts';

/** 286 MB with what they need; only those who use the provider install them. */
const FACES = {
  '@vladmandic/face-api': '1.7.15',
  '@tensorflow/tfjs': '4.22.0',
  '@tensorflow/tfjs-backend-wasm': '4.22.0',
};
/** Another 140 MB, for anti-spoof models. */
const ANTI_SPOOF = { 'onnxruntime-web': '1.30.0' };

/** Finds packages from here, as the worker thread does. */
export const requireHere = createRequire(import.meta.url);

/** One command for all, because npm removes with the next one what `--no-save` has installed. */
export function installCommand(antiSpoof: boolean): string {
  const packages = Object.entries(antiSpoof ? { ...FACES, ...ANTI_SPOOF } : FACES);
  return `npm install --no-save ${packages.map(([name, version]) => `${name}@${version}`).join(' ')}`;
}

/** The version that is installed; undefined if there is none. */
function installed(name: string): string | undefined {
  // Not `require.resolve`, because packages may hide their package.json.
  for (const folder of requireHere.resolve.paths(name) ?? []) {
    try {
      return (requireHere(`${folder}/${name}/package.json`) as { version: string }).version;
    } catch {
      // Looked for in the next folder.
    }
  }
  return undefined;
}

/** @throws AdapterSetupError with the command to run, unless the packages are there in the versions known to work */
export function assertInstalled(antiSpoof: boolean): void {
  const wanted = Object.entries(antiSpoof ? { ...FACES, ...ANTI_SPOOF } : FACES);
  const problems = wanted.flatMap(([name, version]) => {
    const found = installed(name);
    if (found === version) return [];
    return [found === undefined ? `${name} is not there` : `${name} is ${found}, not ${version}`];
  });
  if (problems.length > 0)
    throw new AdapterSetupError(
      `the provider embedded needs packages that are installed on demand (${problems.join('; ')}): ` +
        installCommand(antiSpoof),
    );
}
