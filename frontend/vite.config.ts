import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:8400' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Fonts and images come as files: `default-src 'self'` allows no data: but for images.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // Identity functions of Chakra: unmarked, they keep all of its sixty recipes in the bundle (25 kB gzip).
        manualPureFunctions: ['defineConfig', 'defineSlotRecipe', 'defineRecipe'],
      },
    },
  },
});
