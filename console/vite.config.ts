import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Not every first view has a table. */
const OF_TABLES = /virtual|parts\/table/;

const SOURCES = join(import.meta.dirname, 'src');

/** Omits operations that no screen calls, and the ids of the others, which only a log needs: every first view loads the rest. */
function calledOperations(): Plugin {
  return {
    name: 'called-operations',
    enforce: 'pre',
    transform(code, id) {
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
  // Files find each other beside themselves: the service may be below a path, which only the page says.
  experimental: {
    renderBuiltUrl: (filename, { hostType }) =>
      hostType === 'html' ? `/console/${filename}` : { relative: true },
  },
  plugins: [calledOperations(), react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no `data:` but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    // Parts that seven screens or more need are smaller in one file than each in its own.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', minShareCount: 7, test: (id) => !OF_TABLES.test(id) }],
        },
      },
    },
  },
});
