import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Pages and assets are served below `/console/`, from files alone. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no `data:` but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    // One file of what many screens need is smaller than each part of it in its own.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 12 }] } },
    },
  },
});
