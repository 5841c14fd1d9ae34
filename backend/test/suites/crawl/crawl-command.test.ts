import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCrawl } from '../../../src/local/crawl/run-crawl.ts';
import { silentLog } from '../../harness/app.ts';
import { startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

const PAGES = 20;
let server: FeedServer;
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omomi-command-'));
  server = await startFeedServer();
  const links = Array.from({ length: PAGES }, (_, n) => `<a href="/page-${n}">Page ${n}</a>`).join(' ');
  server.set('/', {
    type: 'text/html',
    body: `<title>Home</title>${links} <a href="/gone" rel="help">Gone</a> <a href="/private/x">Private</a>`,
  });
  for (const path of ['/listed-1', '/listed-2'])
    server.set(path, {
      type: 'text/html',
      body: `<title>${path}</title><p>Named by the sitemap of ${path}.</p>`,
    });
  for (let n = 0; n < PAGES; n += 1)
    server.set(`/page-${n}`, {
      type: 'text/html',
      body: `<title>${n}</title><p>The page of number ${n}.</p>`,
    });
  const sitemap = (paths: string[]) =>
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${server.url(path)}</loc></url>`).join('')}</urlset>`;
  server.set('/robots.txt', {
    type: 'text/plain',
    body: `User-agent: *\nDisallow: /private/\nSitemap: ${server.url('/one.xml')}\nSitemap: ${server.url('/two.xml')}\n`,
  });
  server.set('/one.xml', { type: 'application/xml', body: sitemap(['/listed-1']) });
  server.set('/two.xml', { type: 'application/xml', body: sitemap(['/listed-2']) });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const run = async (...args: string[]) => {
  let said = '';
  let complained = '';
  const code = await runCrawl({
    args,
    variables: { FETCH_ALLOW_HOSTS: '127.0.0.1', DATA_DIR: join(folder, 'data') },
    write: (text) => (said += text),
    complain: (text) => (complained += text),
    log: silentLog,
    folder,
    isTerminal: false,
    isStopping: () => false,
  });
  return { code, said, complained };
};
const crawl = (...args: string[]) => run(`${server.origin}/`, '--delay=0ms', ...args);
const linesOf = async (name: string) =>
  (await readFile(join(folder, name), 'utf8'))
    .trim()
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));

describe('npm run crawl', () => {
  it.each([2, 10])('asks as many pages as --limit %d says: sitemaps do not count', async (limit) => {
    const { code, said } = await crawl(`--limit=${limit}`, '--exclude=/private/*');
    expect(code).toBe(0);
    expect(said.split('\n')[0]).toBe(
      `${limit} pages, 0 errors and 0 disallowed pages are in ${join(folder, 'pages.jsonl')}`,
    );
    const pages = await linesOf('pages.jsonl');
    expect(pages.filter(({ role }) => role === 'page')).toHaveLength(limit);
    expect(pages.filter(({ role }) => role === 'sitemap')).toHaveLength(2);
  });

  it('writes links with their texts and what became of them, and failed attempts', async () => {
    server.set('/page-3', (request) => request.socket.destroy());
    const { code } = await crawl('--sitemaps=off', '--timeout=2s');
    expect(code).toBe(0);
    const links = await linesOf('links.jsonl');
    const linkTo = (path: string) => links.find(({ target_url }) => target_url === server.url(path));
    expect(linkTo('/page-7')).toMatchObject({ text: 'Page 7', rel: null, target_status_code: 200 });
    expect(linkTo('/gone')).toMatchObject({ text: 'Gone', rel: 'help', target_status_code: 404 });
    expect(linkTo('/private/x')).toMatchObject({ target_state: 'disallowed', target_status_code: null });
    expect(linkTo('/page-3')).toMatchObject({ target_state: 'error' });
    const errors = await linesOf('errors.jsonl');
    expect(errors.map(({ url, attempt }) => [url, attempt])).toEqual(
      [1, 2, 3, 4].map((attempt) => [server.url('/page-3'), attempt]),
    );
    expect(await readdir(join(folder, 'data', 'crawls'))).toEqual([]);
  });

  it('asks what robots.txt forbids on hosts of one’s own alone, obeys the group of another robot, and has one’s own name', async () => {
    await crawl('--own-hosts=127.0.0.1', '--limit=50');
    const states = new Map((await linesOf('pages.jsonl')).map(({ url, status_code }) => [url, status_code]));
    expect(states.get(server.url('/private/x'))).toBe(404);
    server.set('/robots.txt', {
      type: 'text/plain',
      body: 'User-agent: Other\nDisallow: /page-\n\nUser-agent: *\nDisallow: /private/\n',
    });
    let agent: string | undefined = '';
    server.set('/', (request, response) => {
      agent = request.headers['user-agent'];
      response.setHeader('content-type', 'text/html');
      response.end('<title>Home</title><a href="/page-3">Page</a> <a href="/private/x">Private</a>');
    });
    await crawl(
      '--robots-agent=other',
      '--user-agent=Survey/2',
      '--out=other.jsonl',
      '--own-hosts=else.example',
    );
    // The owner's own name comes first, and Omomi's stays.
    expect(agent).toMatch(/^Survey\/2 .*Omomi/);
    const others = await linesOf('other.jsonl');
    const stateOf = (path: string) => others.find(({ url }) => url === server.url(path))?.['state'];
    expect([stateOf('/page-3'), stateOf('/private/x')]).toEqual(['disallowed', 'completed']);
  });

  it('writes CSV, and names the files after another file of pages', async () => {
    await crawl('--format=csv', '--limit=3');
    expect((await readdir(folder)).toSorted()).toEqual(['data', 'errors.csv', 'links.csv', 'pages.csv']);
    expect(await readFile(join(folder, 'links.csv'), 'utf8')).toMatch(
      /^source_id,source_url,target_url,.*\r\n/,
    );
    await crawl('--out=site.jsonl', '--limit=1');
    expect(await readdir(folder)).toEqual(
      expect.arrayContaining(['site.errors.jsonl', 'site.jsonl', 'site.links.jsonl']),
    );
  });

  it('keeps its table for the views with --keep', async () => {
    const { said } = await crawl('--keep=on');
    const kept = /npm run crawl -- views (.*)\n/.exec(said)?.[1] ?? '';
    const views = await run('views', kept);
    expect([views.code, views.complained]).toEqual([0, '']);
    expect(views.said).toContain('25 pages found: 24 answered, 0 errors, 1 disallowed');
    expect(views.said).toContain(
      `Broken links:\n  404 ${server.url('/gone')} from ${server.url('/')} "Gone"\n`,
    );
    expect(views.said).toContain(`Disallowed:\n  ${server.url('/private/x')}: Disallow: /private/`);
  });

  it.each([
    [['views'], 'which crawl?'],
    [['views', 'nowhere'], 'holds no crawl: give the folder'],
  ])('%j is refused with what to do', async (args, message) => {
    const { code, complained } = await run(...args);
    expect([code, complained]).toEqual([2, expect.stringContaining(message)]);
  });

  it('says before the crawl that the files of --out cannot be written', async () => {
    const { code, complained } = await crawl('--out=missing/pages.jsonl');
    expect([code, complained]).toEqual([
      2,
      expect.stringContaining(`there is no folder ${join(folder, 'missing')}`),
    ]);
    await mkdir(join(folder, 'site.jsonl.part'));
    expect(await crawl('--out=site.jsonl')).toMatchObject({
      code: 2,
      complained: expect.stringContaining(
        'site.jsonl.part cannot be written: a folder is where a file belongs',
      ),
    });
    expect(server.requests.size).toBe(0);
  });
});
