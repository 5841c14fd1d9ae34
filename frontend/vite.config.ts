import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimContract } from './build/contract-for-page.ts';
import { serviceWorker } from './service-worker/plugin.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), slimContract(), serviceWorker()],
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:8400' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Fonts must be files, because the content security policy allows data: addresses for images only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Everything that the start needs is one file, because thirty small ones are larger when they are compressed.
        codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
      },
      treeshake: {
        // These functions of Chakra return their argument. Unless marked as pure, they keep all sixty recipes (25 kB gzip).
        // A schema of zod that nothing uses goes with it.
        manualPureFunctions: ['defineConfig', 'defineSlotRecipe', 'defineRecipe', 'z'],
      },
    },
  },
});
