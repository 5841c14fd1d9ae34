import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Puts `small-zod.ts` in the place of zod in the built page. Everything else keeps zod itself. */
export const smallZod = (): Plugin => ({
  name: 'small-zod',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^zod$/ },
    handler: () => join(import.meta.dirname, 'small-zod.ts'),
  },
});
