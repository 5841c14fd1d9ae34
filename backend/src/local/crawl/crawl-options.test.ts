import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../config/env.ts';
import { readCrawlOptions } from './crawl-options.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omomi-options-'));
});
afterEach(() => rm(folder, { recursive: true }));

const read = (args: string[], variables: Record<string, string> = {}) => {
  const options = readCrawlOptions(args, variables, folder);
  if (options === 'help') throw new Error('help');
  return options;
};
const file = (settings: unknown) =>
  writeFile(
    join(folder, 'omomi.crawl.json'),
    typeof settings === 'string' ? settings : JSON.stringify(settings),
  );

const URL = 'https://site.example/';

describe('the options of npm run crawl', () => {
  it('have defaults', () => {
    expect(read([URL])).toEqual({
      plan: {
        seeds: [URL],
        include: [],
        exclude: [],
        scope: 'host',
        depth: 10,
        limit: 500,
        concurrency: 10,
        host_concurrency: 2,
        delay_ms: 1000,
        timeout_ms: 30_000,
        use_sitemaps: true,
      },
      out: join(folder, 'pages.jsonl'),
      format: 'jsonl',
      isKept: false,
      dataDirectory: join(folder, '.data'),
    });
  });

  it('come from flags before variables before the file before defaults', async () => {
    await file({ urls: ['https://file.example/'], limit: 1, depth: 1, concurrency: 1, include: ['/f/*'] });
    const variables = { OMOMI_CRAWL_LIMIT: '2', OMOMI_CRAWL_DEPTH: '2', OMOMI_CRAWL_EXCLUDE: '/a, /b' };
    const { plan } = read(['--limit', '3', URL, '--delay=250ms', '--timeout', '1.5s'], variables);
    expect(plan).toMatchObject({ seeds: [URL], limit: 3, depth: 2, concurrency: 1, host_concurrency: 2 });
    expect(plan).toMatchObject({ include: ['/f/*'], exclude: ['/a', '/b'], delay_ms: 250, timeout_ms: 1500 });
    expect(read([]).plan.seeds).toEqual(['https://file.example/']);
  });

  it('collect patterns that are given several times', () => {
    const { plan } = read([URL, '--include', '/a/*', '--include', '/b/*', '--user-agent', 'Me/1']);
    expect(plan).toMatchObject({ include: ['/a/*', '/b/*'], user_agent: 'Me/1' });
  });

  it.each<[string[], Record<string, string>, string]>([
    [[], {}, 'which site? Write npm run crawl -- https://site.example/, or see --help'],
    [[URL, '--limit', '0'], {}, '--limit "0" is not allowed: a whole number from 1 to 100000'],
    [[URL, '--limit'], {}, '--limit has no value'],
    [[URL, '--speed', '9'], {}, '--speed is no flag: see npm run crawl -- --help'],
    [[URL, '-x'], {}, '-x is no flag: see npm run crawl -- --help'],
    [[URL, '--delay', '2'], {}, '--delay "2" is not allowed: a time from 0ms to 1m, as 1s or 500ms'],
    [[URL, '--format', 'xml'], {}, '--format "xml" is not allowed: jsonl or csv'],
    [[URL, '--keep', 'yes'], {}, '--keep "yes" is not allowed: on or off'],
    [[URL, '--scope', 'all'], {}, '--scope "all" is not allowed: host or subdomains'],
    [[URL], { OMOMI_CRAWL_DEPTH: 'x' }, 'OMOMI_CRAWL_DEPTH="x" is not allowed: a whole number from 0 to 100'],
    [[URL, '--include', 'x'.repeat(201)], {}, 'a pattern has 1 to 200 characters'],
  ])('%j with %j are refused in one line', (args, variables, message) => {
    expect(() => read(args, variables)).toThrow(ConfigError);
    expect(() => read(args, variables)).toThrow(message);
    let line = '';
    try {
      read(args, variables);
    } catch (error) {
      line = String(error);
    }
    expect(line).not.toContain('\n');
  });

  it.each<[unknown, string]>([
    ['{', 'omomi.crawl.json cannot be read: it is no JSON'],
    [{ limit: { a: 1 } }, 'omomi.crawl.json cannot be read: expected an object'],
    [{ speed: 9 }, 'omomi.crawl.json cannot be read: "speed" is no setting'],
    [{ depth: 'x' }, 'omomi.crawl.json: depth = "x" is not allowed'],
  ])('%j in the file is refused', async (settings, message) => {
    await file(settings);
    expect(() => read([URL])).toThrow(message);
  });

  it('--help asks for the text', () => {
    expect(readCrawlOptions(['--help'], {}, folder)).toBe('help');
  });
});
