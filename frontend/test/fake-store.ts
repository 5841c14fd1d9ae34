import { createHash } from 'node:crypto';
import {
  type Article,
  type Feed,
  type Job,
  type JobKind,
  type Keyword,
  PREFERENCES_VERSION,
  type Preferences,
  type Reason,
  defaultPreferences,
} from '@omomi/backend/contract';
import { type World, makeArticle, makeFeed } from './fake-data.ts';

export type FakeStore = ReturnType<typeof createStore>;

const similarity = (keyword: string, article: Article): number => {
  const word = keyword.toLowerCase();
  const inTitle = article.title.toLowerCase().split(word).length - 1;
  const inText = article.summary.toLowerCase().split(word).length - 1;
  const spread = (Number(article.article_id.slice(-3)) % 40) / 1000;
  return Math.min(1, inTitle * 0.52 + inText * 0.23 + (inTitle + inText > 0 ? spread : 0));
};

/** What the server would hold for one reader, in memory. Scores follow the keywords when a recalculation ends. */
export const createStore = (world: World, now: () => Date) => {
  const feeds = new Map(world.feeds.map((feed) => [feed.feed_id, feed]));
  const articles = new Map(world.articles.map((article) => [article.article_id, article]));
  const keywords = new Map<string, Keyword>();
  const jobs: Job[] = [];
  const undoers = new Map<string, () => void>();
  const preferences: Preferences = {
    ...defaultPreferences,
    version: PREFERENCES_VERSION,
    retention_bounds: { article_days: 7, read_hours: 24 },
  };
  let counter = 0;

  const reasonsOf = (article: Article): Reason[] =>
    [...keywords.values()]
      .filter((keyword) => keyword.is_active)
      .map((keyword) => {
        const score = similarity(keyword.text, article);
        return {
          keyword_id: keyword.keyword_id,
          keyword_text: keyword.text,
          weight: keyword.is_excluding ? -keyword.weight : keyword.weight,
          similarity_score: score,
          contribution: keyword.is_excluding ? -keyword.weight * score : keyword.weight * score,
        };
      })
      .toSorted((a, b) => b.contribution - a.contribution);

  const rescore = (): void => {
    for (const article of articles.values()) {
      const reasons = reasonsOf(article);
      article.importance_score = Math.max(
        0,
        reasons.reduce((sum, reason) => sum + reason.contribution, 0),
      );
      article.top_reasons = reasons.slice(0, 3).filter((reason) => reason.contribution > 0);
    }
  };

  const startJob = (kind: JobKind, total: number, work: (job: Job) => void): Job => {
    counter += 1;
    const job: Job = {
      job_id: `job${String(counter).padStart(8, '0')}`,
      kind,
      state: 'running',
      done: 0,
      total,
      result: null,
      created_at: now().toISOString(),
      feed_id: null,
      undo_until: null,
    };
    jobs.unshift(job);
    const timer = setInterval(() => {
      if (job.state !== 'running') return clearInterval(timer);
      job.done = Math.min(total, job.done + Math.max(1, Math.ceil(total / 4)));
      if (job.done < total) return;
      clearInterval(timer);
      work(job);
      job.state = 'done';
    }, 120);
    timer.unref();
    return { ...job };
  };

  /** Marks read at once what `isMeant`, with a job that can be undone for ten minutes. */
  const markRead = (isMeant: (article: Article) => boolean): Job => {
    const marked = [...articles.values()].filter((article) => !article.is_read && isMeant(article));
    for (const article of marked) Object.assign(article, { is_read: true, read_at: now().toISOString() });
    const job = startJob('mark-read', 0, () => undefined);
    const held = jobs[0];
    if (held === undefined) return job;
    held.state = 'queued';
    held.total = marked.length;
    held.undo_until = new Date(now().getTime() + 10 * 60_000).toISOString();
    undoers.set(held.job_id, () => {
      for (const article of marked) Object.assign(article, { is_read: false, read_at: null });
    });
    return { ...held };
  };

  const cancel = (job: Job): Job => {
    if (job.state === 'queued' || job.state === 'running') {
      job.state = 'cancelled';
      undoers.get(job.job_id)?.();
    }
    return { ...job };
  };

  return {
    markRead,
    cancel,
    feeds,
    articles,
    keywords,
    jobs,
    reasonsOf,
    similarity,
    preferences,
    rescore,
    startJob,
    recalculate: (): Job => startJob('recalculate', Math.max(1, articles.size), rescore),
    withCount: (feed: Feed): Feed => {
      const unread = [...articles.values()].filter(
        (each) => each.feed_id === feed.feed_id && !each.is_read,
      ).length;
      return { ...feed, unread_count: unread, has_unread: unread > 0 };
    },
    addKeyword: (text: string, weight: number, isActive: boolean, isExcluding = false): Keyword => {
      const keyword: Keyword = {
        keyword_id: createHash('sha256').update(text.toLowerCase()).digest('hex').slice(0, 12),
        text,
        weight,
        is_active: isActive,
        is_excluding: isExcluding,
        created_at: now().toISOString(),
      };
      keywords.set(keyword.keyword_id, keyword);
      return keyword;
    },
    addFeed: (url: string): Feed => {
      const host = new URL(url).hostname;
      const feed = makeFeed({ title: host, url, folder: null, author: null, topics: [] }, now());
      feeds.set(feed.feed_id, feed);
      for (const [index, topic] of ['climate', 'apple', 'ukraine'].entries()) {
        const article = makeArticle(
          feed,
          index + 200,
          `News about ${topic} from ${host}`,
          `What is new about ${topic}, told by ${host} in a few lines.`,
          null,
          now(),
        );
        article.published_at = new Date(now().getTime() - index * 3_600_000).toISOString();
        article.created_at = now().toISOString();
        article.is_read = false;
        article.is_saved = false;
        articles.set(article.article_id, article);
      }
      setTimeout(rescore, 400).unref();
      return feed;
    },
  };
};
