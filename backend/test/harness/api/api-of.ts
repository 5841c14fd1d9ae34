import type { ArticleRow, Job, Page } from '../../../src/contract/index.ts';

/** Of half a second: a test that waits longer says what it waits for. */
const MOST_ROUNDS = 100;
const POLL_MS = 100;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns a client of the API at an address that asks for no sign-in. `calmRounds`: the looks, half a second apart, at which nothing may
 * have changed before all counts as settled.
 */
export const apiOf = (origin: string, calmRounds = 1) => {
  const request = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const response = await fetch(new URL(path, origin), init);
    const text = await response.text();
    if (!response.ok) throw new Error(`HTTP ${response.status}: ${text}`);
    return text === '' ? (undefined as T) : (JSON.parse(text) as T);
  };
  const get = <T>(path: string) => request<T>(path);
  const sending =
    (method: 'POST' | 'PUT') =>
    <T>(path: string, body: object) =>
      request<T>(path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
  const post = sending('POST');

  const jobDone = async (jobId: string): Promise<Job> => {
    for (;;) {
      const job = await get<Job>(`/api/jobs/${jobId}`);
      if (job.state !== 'queued' && job.state !== 'running') return job;
      await pause(POLL_MS);
    }
  };

  /** A fetch job that finds nothing new is done only when what was queued before it is scored. */
  const settled = async (): Promise<void> => {
    let before = -1;
    let calm = 0;
    let seen = '';
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const { items } = await get<Page<{ unread_count: number }>>('/api/feeds');
      const unread = items.reduce((sum, { unread_count }) => sum + unread_count, 0);
      // Of all, because a test may have read every one.
      const { items: ranked } = await get<Page<ArticleRow>>(
        '/api/articles?sort=importance_score&filter=all&limit=1',
      );
      const best = ranked[0]?.importance_score ?? null;
      calm = unread === before && best !== null ? calm + 1 : 0;
      if (calm === calmRounds) return;
      seen = `${unread} articles are unread, ${before} were before, the best score is ${best}`;
      before = unread;
      await pause(500);
    }
    throw new Error(`the runner does not come to rest: ${seen}`);
  };

  /** Imports an OPML document with these feeds, each under its path as its name, and returns the job. */
  const importFeeds = (addresses: readonly string[]): Promise<Job> => {
    const outlines = addresses.map((url) => {
      const name = new URL(url).pathname.slice(1);
      return `<outline type="rss" text="${name}" xmlUrl="${url}"/>`;
    });
    return request<Job>('/api/import/opml', {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: `<opml version="2.0"><body>${outlines.join('')}</body></opml>`,
    });
  };

  return {
    /** Rejects for a status that is no success, with the answer. */
    request,
    get,
    post,
    put: sending('PUT'),
    importFeeds,
    jobDone,
    settled,
  };
};
