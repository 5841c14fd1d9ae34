import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import type { World } from './world.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/scripts.md'), 'utf8');
/** The commands of the page before those of a crawl, without the line that sets the address. */
const [, commands = ''] = /^```bash\n(\(umask .*?)^```$/ms.exec(page) ?? [];
const lines = commands.split('\n').filter((line) => line !== '' && !line.startsWith('export'));

/** The commands of docs/scripts.md, by curl itself at the address of the distribution. */
export const describeScripts = (worldOf: () => World): void => {
  describe('a script', () => {
    let home: string;
    let token: string;
    const run = (script: string): Promise<string> =>
      new Promise((done, failed) => {
        const env = { PATH: process.env['PATH'] ?? '', HOME: home, OMOMI_URL: worldOf().box.url };
        execFile('bash', ['--norc', '-ec', script], { env, cwd: home }, (error, stdout) =>
          error === null ? done(stdout) : failed(new Error(`${error.message}\n${stdout}`)),
        );
      });
    const read = async (path: string) => (await worldOf().call({ path })).body;
    const found = async (title: string) =>
      (await read('/api/feeds')).items.find((feed: { title: string }) => feed.title === title);
    beforeAll(async () => {
      home = join(worldOf().outdir, 'home');
      mkdirSync(home);
      const made = await worldOf().call({
        method: 'POST',
        path: '/api/tokens',
        headers: { 'content-type': 'application/json' },
        body: { name: 'Script', scope: 'write' },
      });
      ({ token } = made.body);
    });

    it('writes with plain curl, as docs/scripts.md says', async () => {
      const { publisher } = worldOf();
      publisher.set('/script.xml', { body: rss([], { title: 'Scripted', site: 'https://script.example/' }) });
      const outline = `<outline type="rss" xmlUrl="${publisher.url('/script.xml')}" text="Scripted"/>`;
      writeFileSync(join(home, 'feeds.opml'), `<opml version="2.0"><body>${outline}</body></opml>`);
      expect(lines).toHaveLength(6);
      await run(lines.slice(0, -1).join('\n').replace('omomi_…', token));
      expect((await read('/api/keywords')).items).toContainEqual(
        expect.objectContaining({ text: 'climate', weight: 2 }),
      );
      const eventually = { timeout: 120_000, interval: 100 };
      await expect.poll(() => found('Scripted'), eventually).toBeDefined();
      const { items } = await read('/api/jobs');
      expect(items.slice(0, 2).map(({ kind }: { kind: string }) => kind)).toEqual(
        expect.arrayContaining(['fetch-feeds', 'import']),
      );
      const { feed_id } = await found('Scripted');
      expect(await run(lines.at(-1)!.replace('0123456789abcdef', feed_id))).toBe('');
      expect(await found('Scripted')).toBeUndefined();
    });

    it('is refused with a wrong token, in the form of the API’s errors, whatever its cookies say', async () => {
      const send = async (headers: Record<string, string>) => {
        const url = `${worldOf().box.url}/api/keywords`;
        const response = await fetch(url, { method: 'POST', headers, body: '{"text": "never"}' });
        return { status: response.status, body: await response.json() };
      };
      const cookie = [...worldOf().browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      expect(await send({ cookie, authorization: 'Bearer omomi_wrong_wrong' })).toMatchObject({
        status: 401,
        body: { error: { code: 'UNAUTHENTICATED' } },
      });
      const other: Record<string, string> = { authorization: 'Bearer other' };
      // Without an API token nothing has changed: the edge refuses a body that its signature does not cover.
      for (const headers of [{ cookie }, { cookie, ...other }])
        expect(await send(headers)).toMatchObject({
          status: 403,
          body: { message: expect.stringContaining('signature') },
        });
      const { items } = await read('/api/keywords');
      expect(items.map(({ text }: { text: string }) => text)).not.toContain('never');
    });

    it('gets what needs a signed-in reader by no token', async () => {
      const answer = await run(
        `curl -s -X POST -H 'Authorization: Bearer ${token}' -d '{"name": "x", "scope": "write"}' "$OMOMI_URL/api/tokens"`,
      );
      expect(JSON.parse(answer)).toMatchObject({ error: { code: 'FORBIDDEN' } });
    });
  });
};
