import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { serviceWorker } from '../service-worker/plugin.ts';

// The local runner builds the page in a folder beside the old one.
it('puts the service worker into the folder that the page is built in, with the files that are there', async () => {
  const root = await mkdtemp(join(tmpdir(), 'omomi-page-'));
  try {
    await writeFile(
      join(root, 'index.html'),
      '<!doctype html><script type="module" src="/start.ts"></script>',
    );
    await writeFile(join(root, 'start.ts'), "document.title = 'A page';");
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [serviceWorker()],
      build: { outDir: 'elsewhere' },
    });
    const page = await readFile(join(root, 'elsewhere', 'index.html'), 'utf8');
    const worker = await readFile(join(root, 'elsewhere', 'service-worker.js'), 'utf8');
    const script = /assets\/index-[\w-]+\.js/.exec(page)?.[0];
    expect(script).toBeDefined();
    expect(worker).toContain(`/${script}`);
    expect(worker).toContain('/index.html');
  } finally {
    await rm(root, { recursive: true });
  }
});
