import type { Crawl, CrawlPageSort, CrawlPageState, CrawlSettings } from '@omomi/backend/contract';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/api.ts';
import { lookAgain, patiently } from '../../lib/api/limit.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { addJob } from '../../lib/jobs.ts';
import { useNotify } from '../../lib/notify.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';

export const isRunning = ({ state }: Pick<Crawl, 'state'>): boolean =>
  state === 'queued' || state === 'running';

/** The time between two looks at a running crawl, in milliseconds. */
const look = 4_000;

/** Number of rows that are asked for at once, the most that the API allows. */
const pageSize = 200;

const after = (cursor: string): { cursor?: string } => (cursor === '' ? {} : { cursor });

const goneAway = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'UNAUTHENTICATED');

/** The query of the reader's crawls, newest first. It is polled while one of them runs. */
export const crawlsQuery = infiniteQueryOptions({
  queryKey: keys.crawlList,
  queryFn: ({ pageParam, signal }) => call('listCrawls', { query: after(pageParam), signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ items }) => items.some(isRunning)) === true
      ? lookAgain(look * state.data.pages.length, state.error)
      : false,
});

/** Returns the query of a crawl, which is polled while it runs, also after failed requests. */
export const crawlQuery = (crawlId: string) =>
  queryOptions({
    queryKey: keys.crawl(crawlId),
    queryFn: ({ signal }) => call('getCrawl', { params: { crawl_id: crawlId }, signal }),
    refetchInterval: ({ state }) => {
      const isOver = state.data !== undefined && !isRunning(state.data);
      return isOver || goneAway(state.error) ? false : lookAgain(look, state.error);
    },
  });

/** Returns the query of what a crawl of these settings takes at most. For null, it requests nothing. */
export const estimateQuery = (settings: CrawlSettings | null) =>
  queryOptions({
    queryKey: keys.crawlEstimate(JSON.stringify(settings)),
    queryFn: ({ signal }) => call('estimateCrawl', { body: settings ?? { seeds: [] }, signal }),
    enabled: settings !== null,
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

export type PageListQuery = {
  state: CrawlPageState | null;
  status_code: number | null;
  content_hash: string | null;
  sort: CrawlPageSort;
};

/**
 * Returns the query of a crawl's pages. While the crawl runs they are loaded again from time to time; a reload requests
 * every loaded part, so long lists are reloaded less often.
 */
export const crawlPagesQuery = (crawlId: string, list: PageListQuery, isCrawling: boolean) =>
  infiniteQueryOptions({
    queryKey: keys.crawlPart(crawlId, 'pages', list),
    queryFn: ({ pageParam, signal }) =>
      patiently(() =>
        call('listCrawlPages', {
          params: { crawl_id: crawlId },
          query: {
            sort: list.sort,
            limit: pageSize,
            ...(list.state === null ? {} : { state: list.state }),
            ...(list.status_code === null ? {} : { status_code: list.status_code }),
            ...(list.content_hash === null ? {} : { content_hash: list.content_hash }),
            ...after(pageParam),
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      isCrawling ? lookAgain(look * Math.max(1, state.data?.pages.length ?? 1), state.error) : false,
  });

export const crawlPageQuery = (crawlId: string, pageId: string) =>
  queryOptions({
    queryKey: keys.crawlPart(crawlId, 'page', { page_id: pageId }),
    queryFn: ({ signal }) => call('getCrawlPage', { params: { crawl_id: crawlId, page_id: pageId }, signal }),
  });

type LinksOf = { from: string } | { to: string } | { is_broken: 'true' };

/** Returns the query of the links on a page, to a page, or to broken pages. */
export const crawlLinksQuery = (crawlId: string, of: LinksOf) =>
  infiniteQueryOptions({
    queryKey: keys.crawlPart(crawlId, 'links', of),
    queryFn: ({ pageParam, signal }) =>
      call('listCrawlLinks', {
        params: { crawl_id: crawlId },
        query: { ...of, limit: pageSize, ...after(pageParam) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  });

export const crawlErrorsQuery = (crawlId: string) =>
  infiniteQueryOptions({
    queryKey: keys.crawlPart(crawlId, 'errors', {}),
    queryFn: ({ pageParam, signal }) =>
      call('listCrawlErrors', {
        params: { crawl_id: crawlId },
        query: { limit: pageSize, ...after(pageParam) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  });

export const crawlDuplicatesQuery = (crawlId: string) =>
  infiniteQueryOptions({
    queryKey: keys.crawlPart(crawlId, 'duplicates', {}),
    queryFn: ({ pageParam, signal }) =>
      call('listCrawlDuplicates', {
        params: { crawl_id: crawlId },
        query: { limit: 50, ...after(pageParam) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  });

/** Starts a crawl. Shows no notice of an error, because the form shows it. */
export const useStartCrawl = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: CrawlSettings) => call('startCrawl', { body: settings }),
    onSuccess: (job) => {
      addJob(client, job);
      return Promise.all([
        client.invalidateQueries({ queryKey: keys.crawlList }),
        client.invalidateQueries({ queryKey: keys.jobs }),
      ]);
    },
  });
};

export const useCancelCrawl = () => {
  const notify = useNotify();
  const texts = useTexts('crawl');
  return useDeed({
    mutationFn: (crawlId: string) => call('cancelJob', { params: { job_id: crawlId } }),
    onSuccess: ({ state }) => notify.info(state === 'cancelled' ? texts.cancelled : texts.tooLate),
    reload: [keys.crawls, keys.jobs],
  });
};
