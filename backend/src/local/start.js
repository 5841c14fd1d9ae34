import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// What Node makes of the sources is kept: without stripping their types again, a later start takes half as long and the
// process holds some 20 MB less. It has to be on before the first of them is loaded, so this file is JavaScript.
enableCompileCache(join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'compiled'));

await import('./main.ts');

// Written at an orderly end anyway; a kill would lose it.
flushCompileCache();
