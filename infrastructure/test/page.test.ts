// @module-tag long
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildPage } from '../lib/frontend/page.ts';
import { startFakeDeployment } from './workflows/fake-deployment.ts';
import { startScript } from './workflows/run-script.ts';

const folder = mkdtempSync(join(tmpdir(), 'omomi-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the built page refers only to existing files that the browser caches', () => {
  buildPage(folder);
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(0);
  for (const path of named) {
    expect(path).toMatch(/-[\w-]{7,8}\.(js|css|woff2)$/);
    expect(existsSync(join(folder, path))).toBe(true);
  }
});

it('the smoke run of a deployment knows the built page by its start script', async () => {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(html) ?? [];
  const deployment = await startFakeDeployment({
    'GET /': () => ({ status: 200, body: html }),
    [`GET ${script}`]: () => ({ status: 200, headers: { 'content-type': 'text/javascript' } }),
  });
  const { stdout } = await startScript('smoke.mjs', [deployment.url], { SMOKE_TOKEN: '' }).ended;
  await deployment.close();
  expect(stdout).toContain(`ok      page: ${script}`);
});
