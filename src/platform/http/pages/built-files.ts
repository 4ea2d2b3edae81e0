/**
 * Files that pages need in addition to `docs`. `scripts/build-pages.ts` builds them, because a package does not contain
 * their sources.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');
/** The output folder of the build. */
const BUILT = join(ROOT, 'console/dist/pages');

/** The packed client for TypeScript. */
export const CLIENT_FILE = 'oriki-client.tgz';
export const EXPLORER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;
/** Documents outside `docs` that pages link to, by their paths in the repository. */
export const BESIDE_DOCS = [
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'clients/typescript/README.md',
  'deploy/compose.yaml',
  'deploy/compose.s3.yaml',
  'deploy/compose.standby.yaml',
  'deploy/chart/values.yaml',
  'deploy/grafana/oriki.json',
  'deploy/prometheus/alerts.yaml',
];

function firstOf(...paths: string[]): string | undefined {
  return paths.find((path) => existsSync(path));
}

/** The path of the packed client; undefined in a checkout that has not built it. */
export function clientFile(): string | undefined {
  return firstOf(join(BUILT, CLIENT_FILE));
}

/** The path of a document outside `docs`: in the checkout, or the copy in a package. */
export function besideDocs(path: string): string | undefined {
  return firstOf(join(ROOT, path), join(BUILT, 'project', path));
}

/** The path of an explorer file: the built one, or in a checkout the one in its package. */
export function explorerFile(name: (typeof EXPLORER_FILES)[number]): string | undefined {
  const built = firstOf(join(BUILT, name));
  if (built !== undefined) return built;
  try {
    const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
    return join(dirname(manifest), name);
  } catch {
    return undefined;
  }
}
