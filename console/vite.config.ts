import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The code of tables, which not every first view has. */
const OF_TABLES =
  /tanstack\/(?:react-)?virtual|src\/parts\/(?:table|list-screen|row-actions|cells)|data\/(?:list|whole)|nfiniteQuery/;

const SOURCES = join(import.meta.dirname, 'src');

/** The code of forms, which the review queue loads only with a form. */
const OF_FORMS =
  /src\/parts\/(?:form|checks|confirm|inline-form|file-field|secret|copy-button|filter-form)/;

/** The files that tests and people look for by name. */
const NAMED = /^(?:first|lists|forms|shared|palette|draw|french)$/;

/** Screens link to the files of exports, so none needs the client's downloads. */
const NO_DOWNLOADS = 'export const downloader = () => ({});';

/** Omits operations that no screen calls, and the ids of the others, which only a log needs: every first view loads the rest. */
function calledOperations(): Plugin {
  return {
    name: 'called-operations',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/typescript/src/downloads.ts')) return NO_DOWNLOADS;
      if (!id.endsWith('/generated/operations.ts')) return undefined;
      const calls = globSync('**/*.{ts,tsx}', { cwd: SOURCES })
        .map((file) => readFileSync(join(SOURCES, file), 'utf8').replaceAll(/\s+/g, ''))
        .join('\n');
      let group = '';
      return code
        .split('\n')
        .filter((line) => {
          group = /^ {2}(\w+): \{$/.exec(line)?.[1] ?? group;
          const method = /^ {4}(\w+): ".*",$/.exec(line)?.[1];
          return method === undefined || new RegExp(`\\.${group}\\.${method}\\b`).test(calls);
        })
        .join('\n')
        .replaceAll(/ =\w+",$/gm, '",');
    },
  };
}

/** Pages and assets are served below `/console/`, from files alone. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  // Files find each other by relative addresses: the service can be below a path, which only the page contains.
  experimental: {
    renderBuiltUrl: (filename, { hostType }) =>
      hostType === 'html' ? `/console/${filename}` : { relative: true },
  },
  plugins: [calledOperations(), react()],
  // React itself has the hook that the other entry adds for versions before 18.
  resolve: {
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows `data:` only for images.
    assetsInlineLimit: 0,
    modulePreload: false,
    target: 'es2023',
    // Parts that many screens need take less space in one file than in a file each.
    rolldownOptions: {
      output: {
        // The first file contains each name, so files that no person looks for have none.
        chunkFileNames: ({ name }) => `assets/${NAMED.test(name) ? '[name]-' : ''}[hash:7].js`,
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'lists', test: OF_TABLES, includeDependenciesRecursively: false, priority: 2 },
            { name: 'forms', test: OF_FORMS, includeDependenciesRecursively: false, priority: 2 },
            { name: 'shared', minShareCount: 20, priority: 1 },
          ],
        },
      },
    },
  },
});
