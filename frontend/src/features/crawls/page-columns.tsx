import type { CrawlPage } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import type { ColumnId } from './view.ts';
import { fullTime, languageOf, relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { bytesText, msText, StatusMark } from './figures.tsx';

/** How a value is shown. code: in a fixed-width font, such as addresses and hashes. */
type Kind = 'page' | 'status' | 'ms' | 'bytes' | 'count' | 'time' | 'text' | 'code' | 'error';
type Value = string | number | null;

type Column = {
  kind: Kind;
  /** Width in rem. The column of the page takes what is left, at least its width. */
  width: number;
  /** The value that the table sorts by; null is unknown and always comes last. */
  value: (page: CrawlPage) => Value;
};

const timeOf = ({ ttfb_ms: ttfb, download_ms: download }: CrawlPage): number | null =>
  ttfb === null && download === null ? null : (ttfb ?? 0) + (download ?? 0);

/** Orders pages without an answer after those with one: in work, then failed or disallowed, then waiting. */
const unanswered = {
  processing: 1000,
  error: 1001,
  disallowed: 1002,
  queued: 1003,
  completed: 1004,
} as const;
const statusOf = ({ state, status_code: code }: CrawlPage): number => code ?? unanswered[state];

const of = (kind: Kind, width: number, value: Column['value']): Column => ({ kind, width, value });

/** Every column of the table of pages, which are also the facts of one page. */
export const columns: Readonly<Record<ColumnId, Column>> = {
  page: of('page', 18, ({ url }) => url),
  status: of('status', 5.75, statusOf),
  time: of('ms', 5, timeOf),
  ttfb: of('ms', 6, (page) => page.ttfb_ms),
  download: of('ms', 6, (page) => page.download_ms),
  size: of('bytes', 5.25, (page) => page.body_bytes),
  wire: of('bytes', 6.5, (page) => page.wire_bytes),
  content_length: of('bytes', 7, (page) => page.content_length),
  type: of('text', 9, (page) => page.content_type?.split(';')[0] ?? null),
  words: of('count', 5, (page) => page.word_count),
  links: of('count', 4.5, (page) => page.links),
  depth: of('count', 4.5, (page) => page.depth),
  language: of('text', 6, (page) => page.language),
  h1: of('text', 14, (page) => page.h1),
  description: of('text', 18, (page) => page.meta_description),
  robots: of('text', 9, (page) => page.meta_robots),
  canonical: of('code', 16, (page) => page.canonical_url),
  redirect: of('code', 16, (page) => page.redirect_url),
  hash: of('code', 11, (page) => page.content_hash),
  schema: of('text', 8, (page) => page.schema_type),
  og: of('text', 8, (page) => page.og_type),
  published: of('time', 8, (page) => page.published_at),
  modified: of('time', 8, (page) => page.modified_at),
  last_modified: of('text', 15, (page) => page.last_modified),
  server: of('text', 8, (page) => page.server),
  encoding: of('text', 6, (page) => page.content_encoding),
  found: of('time', 8, (page) => page.added_at),
  crawled: of('time', 8, (page) => page.crawled_at),
  retries: of('count', 6, ({ retry_count: count }) => (count === 0 ? null : count)),
  error: of('error', 16, (page) => page.last_error_type),
};

/** Figures are aligned to the right, and the largest come first when a reader sorts by them. */
export const isFigure = ({ kind }: Column): boolean => kind === 'ms' || kind === 'bytes' || kind === 'count';

/** The columns of a table for which the reader has chosen none. */
export const usualColumns: readonly ColumnId[] = [
  'page',
  'status',
  'time',
  'size',
  'words',
  'links',
  'depth',
  'crawled',
];

/** Those on a narrow screen, which has no space for more. */
export const narrowColumns: readonly ColumnId[] = ['page', 'status', 'time'];

const Moment = ({ at, now }: { at: string; now: Date }) => {
  const { language } = useI18n();
  return (
    <time dateTime={at} title={fullTime(at, language)}>
      {relativeTime(at, now, language)}
    </time>
  );
};

/** Shows one fact of a page; a dash where it is unknown. */
export const PageValue = ({ id, page, now }: { id: ColumnId; page: CrawlPage; now: Date }) => {
  const { language } = useI18n();
  const texts = useTexts('crawl');
  const { kind, value: valueOf } = columns[id];
  const value = valueOf(page);
  if (value === null)
    return (
      <Box as="span" color="fg.subtle" aria-hidden="true">
        –
      </Box>
    );
  switch (kind) {
    case 'status':
      return <StatusMark state={page.state} status_code={page.status_code} />;
    case 'ms':
      return msText(Number(value), language);
    case 'bytes':
      return bytesText(Number(value), language);
    case 'count':
      return value.toLocaleString(language);
    case 'time':
      return <Moment at={String(value)} now={now} />;
    case 'error':
      return page.last_error_type === null ? null : (
        <span title={page.last_error_message ?? undefined}>{texts.errorTypes[page.last_error_type]}</span>
      );
    case 'code':
      return (
        <Box as="span" fontFamily="mono" fontSize="0.75rem" title={String(value)}>
          {value}
        </Box>
      );
    case 'page':
    case 'text':
      return (
        <span title={String(value)} lang={languageOf(String(value))}>
          {value}
        </span>
      );
  }
};
