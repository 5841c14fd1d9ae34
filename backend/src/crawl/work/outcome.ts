import type { CrawlPageError, CrawlPageResult, StoredLink } from '../../model/crawl/crawl-page.ts';

/** The outcome of a request for a page. */
export type Outcome =
  | {
      kind: 'done';
      result: Omit<CrawlPageResult, 'crawled_at'>;
      /** The links of the page; null if it has none to store. */
      links: StoredLink[] | null;
      /** The address to which the page redirects. */
      redirect: { url: string; status: number } | null;
      /** The error to note, for a page that is done all the same. */
      error: CrawlPageError | null;
    }
  | {
      kind: 'again';
      error: CrawlPageError;
      /** Time until the next attempt, in milliseconds. */
      wait_ms: number;
      /** True if the host as a whole asks for fewer requests. */
      is_host_busy: boolean;
    };

/** Returns the outcome of a page that robots.txt forbids. `rule` is the line that does, or says why it could not be read. */
export const disallowed = (rule: string): Extract<Outcome, { kind: 'done' }> => ({
  kind: 'done',
  result: { state: 'disallowed', last_error_type: 'robots', last_error_message: rule },
  links: null,
  redirect: null,
  error: null,
});

/** Returns the outcome of a page that brought nothing and is not asked again. */
export const failed = (error: CrawlPageError): Extract<Outcome, { kind: 'done' }> => ({
  kind: 'done',
  result: { state: 'error', last_error_type: error.type, last_error_message: error.message },
  links: null,
  redirect: null,
  error,
});
