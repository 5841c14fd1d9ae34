import type { ArticleRow, Feed, Job } from '../../src/contract/index.ts';
import { createTableClient } from '../../src/storage/table/table.ts';
import type { TestApp } from './app.ts';
import { keyword } from './scoring-samples.ts';

type ListQuery = Partial<{
  sort: 'published_at' | 'importance_score';
  filter: 'all' | 'unread' | 'read' | 'saved';
  limit: number;
  feed_id: string;
  folder: string;
  tag: string;
}>;

/**
 * Drives a test app as a reader: one method for each of a client's most frequent calls. Unless `api` is given, it calls
 * the use cases directly.
 */
export const testReader = (app: TestApp, user_id = 'local', api = app.as(user_id)) => {
  const job = ({ job_id }: Pick<Job, 'job_id'>): Promise<Job> => api.call('getJob', { params: { job_id } });
  const feed = (feed_id: string): Promise<Feed> => api.call('getFeed', { params: { feed_id } });
  /** Returns all articles, newest first, unless the query asks for others. */
  const list = async (query: ListQuery = {}): Promise<ArticleRow[]> =>
    (
      await api.call('listArticles', {
        query: { sort: 'published_at', filter: 'all', limit: 200, ...query },
      })
    ).items;
  return {
    user_id,
    api,
    follow: (url: string, folder?: string | null): Promise<Feed> =>
      api.call('addFeed', { body: folder === undefined ? { url } : { url, folder } }),
    leave: (feed_id: string) => api.call('deleteFeed', { params: { feed_id } }),
    feed,
    feeds: async (): Promise<Feed[]> => (await api.call('listFeeds')).items,
    unread: async (feed_id: string): Promise<number> => (await feed(feed_id)).unread_count,
    list,
    titles: async (query: ListQuery = {}): Promise<string[]> => (await list(query)).map(({ title }) => title),
    open: (article_id: string) => api.call('getArticle', { params: { article_id } }),
    setRead: (article_id: string, is_read: boolean) =>
      api.call('setRead', { params: { article_id }, body: { is_read } }),
    /** `saved_at` is the time when the reader saved it, if not now. */
    setSaved: (article_id: string, is_saved: boolean, saved_at?: string) =>
      api.call('setSaved', {
        params: { article_id },
        body: saved_at === undefined ? { is_saved } : { is_saved, saved_at },
      }),
    setTags: (article_id: string, tags: string[]) =>
      api.call('setTags', { params: { article_id }, body: { tags } }),
    tags: async () => (await api.call('listTags')).items,
    addKeyword: (text: string, weight = 1, is_excluding = false) =>
      api.call('addKeyword', keyword(text, weight, is_excluding)),
    reasons: async (article_id: string) => (await api.call('getReasons', { params: { article_id } })).items,
    job,
    /** Fetches all feeds and returns the finished job. */
    fetchAll: async (): Promise<Job> => {
      const started = await api.call('fetchFeeds');
      await app.settle();
      return job(started);
    },
    /** Runs the cleanup job to its end and returns it. */
    cleanUp: async (): Promise<Job> => {
      const started = await api.call('cleanupArticles');
      await app.settle();
      return job(started);
    },
    /** Returns the table's items of this reader whose sort keys begin with the prefix. */
    items: (prefix = ''): Promise<Record<string, unknown>[]> =>
      createTableClient({ client: app.client, tableName: app.tableName }).queryAll({
        PK: `USER#${user_id}`,
        prefix,
      }),
  };
};

export type TestReader = ReturnType<typeof testReader>;
