import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { crawlSettings } from '../../../src/contract/index.ts';
import { silentLog, startTestApp, type TestApp } from '../../harness/app.ts';
import { startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

const robots = 'User-agent: Omomi\nDisallow: /secret\n\nUser-agent: Survey\nDisallow: /open\n';
const links = ['/open', '/secret', '/gone'].map((path) => `<a href="${path}">${path}</a>`).join(' ');

describe('robots.txt and crawls through the API', () => {
  let server: FeedServer;
  let app: TestApp;
  let agents: (string | undefined)[] = [];
  let warnings: { message: string; fields: unknown }[] = [];
  beforeEach(async () => {
    [agents, warnings] = [[], []];
    server = await startFeedServer();
    server.set('/robots.txt', { body: robots, type: 'text/plain' });
    server.set('/', (request, response) => {
      agents.push(request.headers['user-agent']);
      response.setHeader('content-type', 'text/html');
      response.end(`<title>Home</title>${links}`);
    });
    for (const path of ['/open', '/secret'])
      server.set(path, { body: `<title>${path}</title>`, type: 'text/html' });
    const warn = (message: string, fields?: object) => void warnings.push({ message, fields });
    app = await startTestApp({ log: { ...silentLog, warn } });
  });
  afterEach(() => Promise.all([app.close(), server.close()]));

  /** Crawls the site to its end. Returns the pages by path and the targets of broken links. */
  const crawl = async (changes: object) => {
    const body = crawlSettings.parse({ seeds: [server.url('/')], use_sitemaps: false, ...changes });
    const { job_id: crawl_id } = await app.as('local').call('startCrawl', { body });
    for (let turn = 0; turn < 100 && app.queues.jobs.length + app.queues.fetch.length > 0; turn += 1) {
      await app.settle();
      app.advance(1 / 60);
    }
    const params = { crawl_id };
    const query = { sort: 'oldest' as const, limit: 50 };
    const pages = (await app.as('local').call('listCrawlPages', { params, query })).items;
    const broken = await app
      .as('local')
      .call('listCrawlLinks', { params, query: { is_broken: true, limit: 50 } });
    return {
      page: (path: string) => pages.find(({ url }) => url === server.url(path)),
      broken: broken.items.map(({ target_url }) => target_url.slice(server.origin.length)),
    };
  };

  it('obey Omomi’s group under a name of one’s own, and do not call what it forbids broken', async () => {
    const { page, broken } = await crawl({ user_agent: 'Survey/2' });
    expect(agents).toEqual([expect.stringMatching(/^Survey\/2 .*Omomi/)]);
    expect(page('/open')).toMatchObject({ state: 'completed' });
    expect(page('/secret')).toMatchObject({ state: 'disallowed', last_error_message: 'Disallow: /secret' });
    expect(broken).toEqual(['/gone']);
    expect(warnings).toEqual([]);
  });

  it('obey the group that the owner names', async () => {
    const { page } = await crawl({ robots_agent: 'Survey' });
    expect([page('/open'), page('/secret')]).toMatchObject([{ state: 'disallowed' }, { state: 'completed' }]);
  });

  it('leave it aside on hosts of one’s own, with a warning in the log', async () => {
    const { page } = await crawl({ respect_robots: false, own_hosts: ['127.0.0.1'] });
    expect([page('/open'), page('/secret')]).toMatchObject([{ state: 'completed' }, { state: 'completed' }]);
    expect(warnings).toEqual([
      {
        message: expect.stringContaining('robots.txt'),
        fields: expect.objectContaining({ hosts: ['127.0.0.1'] }),
      },
    ]);
  });

  it('obey it on other hosts than those of one’s own', async () => {
    const { page } = await crawl({ respect_robots: false, own_hosts: ['else.example'] });
    expect(page('/secret')).toMatchObject({ state: 'disallowed' });
  });
});
