import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { serviceWorker } from './service-worker/plugin.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), serviceWorker()],
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
        manualPureFunctions: ['defineConfig', 'defineSlotRecipe', 'defineRecipe'],
      },
    },
  },
});
