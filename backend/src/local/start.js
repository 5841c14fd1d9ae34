import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// glibc keeps up to eight memory pools a core for its threads, each with unused memory of its own, and it keeps large pieces
// that were freed once. With one pool, and what is larger than 128 kB handed back, the first load of many feeds takes 38 MB less,
// in the same time. glibc reads these variables only at the start of a process, so the process replaces itself by one that has them.
if (
  process.platform === 'linux' &&
  process.execve !== undefined &&
  process.env['MALLOC_ARENA_MAX'] === undefined
)
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
  });

// V8 remembers which code makes objects that live long, and puts whatever that code makes later into the old space, where
// garbage costs more. The code that reads items makes both: feeds and subscriptions, which stay in memory, and the rows of
// each list, which do not. With 2,000 feeds a list of 50 took a quarter more processor time.
setFlagsFromString('--no-allocation-site-pretenuring');

// Without this flag V8 collects no young objects while it marks those that are in use. It makes up to 30 MB of room for new ones
// instead, which the process keeps. With it the first load of many feeds takes 50 MB less, in the same time.
setFlagsFromString('--no-separate-gc-phases');

// Caches the compiled sources. Later starts need not strip the types again, so they take half as long and the process
// uses about 20 MB less. The cache must be enabled before the first TypeScript file loads, so this file is JavaScript.
const compiled = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'compiled');
enableCompileCache(compiled);
// The call above is for this thread. Worker threads read this variable, and without a cache each of them loads the compiler that
// strips types, which takes 25 MB.
process.env.NODE_COMPILE_CACHE = compiled;

// Notes the parent process before the rest is loaded, which takes a second: npm may be stopped meanwhile.
await import('./process/parent.ts');
await import('./main.ts');

// Node writes the cache only when the process exits normally; written here, it also survives a kill.
flushCompileCache();
