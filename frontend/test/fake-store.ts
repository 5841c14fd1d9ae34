import { createHash } from 'node:crypto';
import type { Article, Feed, Job, JobKind, Keyword, Reason } from '@omomi/backend/contract';
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
    };
    jobs.unshift(job);
    const timer = setInterval(() => {
      job.done = Math.min(total, job.done + Math.max(1, Math.ceil(total / 4)));
      if (job.done < total) return;
      clearInterval(timer);
      work(job);
      job.state = 'done';
    }, 120);
    timer.unref();
    return { ...job };
  };

  return {
    feeds,
    articles,
    keywords,
    jobs,
    reasonsOf,
    similarity,
    preferences: { version: 1 as const, like_saved: false },
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
