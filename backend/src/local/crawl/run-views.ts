import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { ConfigError } from '../../config/env.ts';
import { groupDuplicates, hashedPages, listPages } from '../../crawl/views/list-pages.ts';
import { listLinks } from '../../crawl/views/list-links.ts';
import type { CrawlPageRecord } from '../../model/crawl/crawl-page.ts';
import type { Stores } from '../../model/stores.ts';
import { exitCodeOf, type CommandOptions } from '../cli/command.ts';
import { tableFile } from '../table/schema.ts';
import { openCrawl } from './open-crawl.ts';

/** Rows that each view shows; the exported files have all. */
const MOST = 20;

type Reading = { stores: Stores; crawlId: string };

const counted = (rows: readonly string[], isCut: boolean): string[] =>
  rows.length === 0 ? ['  none'] : [...rows.map((row) => `  ${row}`), ...(isCut ? ['  …'] : [])];

const summary = async ({ stores, crawlId }: Reading): Promise<string[]> => {
  const { found, completed, errors, disallowed, requests } = await stores.crawls.figures(crawlId);
  return [
    `${found} pages found: ${completed} answered, ${errors} errors, ${disallowed} disallowed; ${requests} requests`,
  ];
};

const brokenLinks = async ({ stores, crawlId }: Reading): Promise<string[]> => {
  const { links, last } = await listLinks(stores, crawlId, { is_broken: true, limit: MOST }, null);
  const rows = links.map(
    ({ target_status_code, target_url, source_url, text }) =>
      `${target_status_code ?? 'error'} ${target_url} from ${source_url} ${JSON.stringify(text)}`,
  );
  return ['Broken links:', ...counted(rows, last !== null)];
};

const pagesBy = async (
  { stores, crawlId }: Reading,
  query: Pick<Parameters<typeof listPages>[2], 'sort' | 'state'>,
  rowOf: (page: CrawlPageRecord) => string,
): Promise<string[]> => {
  const { pages, last } = await listPages(stores.crawlPages, crawlId, { ...query, limit: MOST }, undefined);
  return counted(pages.map(rowOf), last !== null);
};

const duplicates = async ({ stores, crawlId }: Reading): Promise<string[]> => {
  const groups = groupDuplicates(await hashedPages(stores.crawlPages, crawlId));
  const shown = groups.slice(0, MOST);
  const found = await stores.crawlPages.getMany(
    crawlId,
    shown.flatMap((group) => group.map(({ page_id }) => page_id)),
  );
  const urls = new Map(found.map(({ page_id, url }) => [page_id, url]));
  const rows = shown.map((group) => group.map(({ page_id }) => urls.get(page_id) ?? page_id).join(' = '));
  return ['Pages with the same text:', ...counted(rows, groups.length > shown.length)];
};

const failed = async ({ stores, crawlId }: Reading): Promise<string[]> => {
  const { errors, last } = await stores.crawlErrors.list(crawlId, { limit: MOST });
  const rows = errors.map(({ url, attempt, message }) => `${url} (attempt ${attempt}): ${message}`);
  return ['Failed attempts:', ...counted(rows, last !== null)];
};

/** Returns the lines of all views of a crawl. */
const viewsOf = async (reading: Reading): Promise<string[]> => {
  const slowest = (page: CrawlPageRecord) =>
    `${(page.ttfb_ms ?? 0) + (page.download_ms ?? 0)} ms ${page.url}`;
  const refused = ({ url, last_error_message }: CrawlPageRecord) => `${url}: ${last_error_message ?? ''}`;
  const parts = [
    await summary(reading),
    await brokenLinks(reading),
    await duplicates(reading),
    ['Slowest pages:', ...(await pagesBy(reading, { sort: 'slowest', state: undefined }, slowest))],
    ['Disallowed:', ...(await pagesBy(reading, { sort: 'oldest', state: 'disallowed' }, refused))],
    await failed(reading),
  ];
  return parts.flatMap((part) => [...part, '']);
};

/**
 * Prints what a crawl found: broken links, pages with the same text, the slowest pages, those that robots.txt forbids, and
 * failed attempts. `folder` is the one that a crawl with `--keep` named. Returns the exit code.
 */
export const runViews = (
  options: CommandOptions & { folder: string },
  named: readonly string[],
): Promise<number> =>
  exitCodeOf('crawl views', options, [], async () => {
    const [name, ...others] = named;
    if (name === undefined || others.length > 0)
      throw new ConfigError(
        'which crawl? Write npm run crawl -- views <folder>, as a crawl with --keep names it',
      );
    const folder = resolve(options.folder, name);
    if (!existsSync(tableFile(folder)))
      throw new ConfigError(
        `${folder} holds no crawl: give the folder that a crawl with --keep names at its end`,
      );
    const opened = await openCrawl(folder, options);
    try {
      const lines = await viewsOf({ stores: opened.ctx, crawlId: basename(folder) });
      options.write(lines.join('\n'));
    } finally {
      await opened.close();
    }
  });
