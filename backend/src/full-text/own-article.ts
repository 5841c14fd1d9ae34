import { noExtra } from '../contract/index.ts';
import { saveArticle, type SavingContext } from '../articles/reading/saving.ts';
import { arrivingEntry } from '../delivery/arriving-entry.ts';
import { loadRules, withTags } from '../delivery/reader-rules.ts';
import { copyOf, withdrawCopy } from '../delivery/saved-copy.ts';
import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import { digest } from '../lib/digest.ts';
import { invalidInput } from '../lib/errors.ts';
import { shorten } from '../lib/shorten.ts';
import { createBudget } from '../lib/turns.ts';
import type { Article, SavedCopy } from '../model/article/article.ts';
import { articleIdOfLink } from '../model/article/canonical-link.ts';
import type { Entry } from '../model/article/entry.ts';
import { isExpired } from '../model/article/expiry.ts';
import type { Context } from '../model/context.ts';
import { keptTitle } from '../model/feed/subscription.ts';
import { evaluateRules } from '../model/rules/evaluate.ts';
import { subjectOf } from '../model/rules/rule-subject.ts';
import { ModelUnavailableError } from '../model/score/embedder.ts';
import { firstPicture } from '../parser/html/pictures.ts';
import { scoreFor } from '../scoring/entry-score.ts';
import { loadKeywords, type ScoringContext } from '../scoring/reader-keywords.ts';
import { ensureVectors } from '../scoring/vectors.ts';

// An article of the reader's own: of no feed, with the reader's own copy, like a saved article of a feed that the reader left.

const TITLE_LENGTH = 300;
/** The steps of asking rules: about a second of work. */
const MOST_STEPS = 40_000_000;
const DAY_MS = 86_400_000;
/** Days for which the vector is kept, which is made again from the copy. */
const VECTOR_DAYS = 90;

export type OwnArticleContext = SavingContext &
  ScoringContext &
  JobContext &
  Pick<Context, 'rules' | 'waiting' | 'parser' | 'log'>;

/** Returns the address that a reader typed or shared, without credentials. Throws VALIDATION_FAILED. */
export const pageAddress = (text: string): string => {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/iu.test(text) ? text : `https://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw invalidInput('url', 'must be the address of a page on the web');
  url.username = '';
  url.password = '';
  return url.href;
};

export const idOf = (link: string): string => {
  const id = articleIdOfLink(link);
  if (id === null) throw invalidInput('url', 'must be the address of a page on the web');
  return id;
};

/**
 * Saves the article that the reader has of an address. `savedAt` is the time when it was saved, if that was earlier than now.
 * Returns null if there is none.
 */
export const saveKnown = async (
  ctx: OwnArticleContext,
  userId: string,
  link: string,
  savedAt?: string,
): Promise<Entry | null> => {
  const id = idOf(link);
  const at = ctx.now().toISOString();
  const entry = await ctx.entries.get(userId, id);
  if (entry === null) return null;
  if (isExpired(entry, at)) {
    await ctx.entries.delete(userId, id, at);
    return null;
  }
  const subscription = await ctx.subscriptions.get(userId, entry.feed_ids[0]);
  return saveArticle(ctx, userId, id, () => keptTitle(subscription), savedAt);
};

/** The address and the site of an article, and as much of the rest as is known. */
type OwnText = Pick<Article, 'link' | 'summary' | 'content' | 'author'> & {
  link: string;
  site: string;
  title: string | null;
  reading_minutes: number | null;
  published_at: string | null;
  image_url: string | null;
};

/**
 * Returns an article of the reader's own. Without a title it has its address; without a date, or with one in the future, the
 * present time.
 */
export const ownArticle = ({ now }: Pick<Context, 'now'>, userId: string, own: OwnText): Article => {
  const at = now();
  const created_at = at.toISOString();
  const published_at = own.published_at !== null && own.published_at <= created_at ? own.published_at : null;
  return {
    article_id: idOf(own.link),
    feed_id: digest(16, 'saved page', userId, own.site),
    link: own.link,
    title: shorten(own.title ?? own.link, TITLE_LENGTH),
    summary: own.summary,
    content: own.content,
    author: own.author,
    enclosures: [],
    categories: [],
    published_at: published_at ?? created_at,
    is_date_estimated: published_at === null,
    is_own_host: false,
    boilerplate: [],
    extra: {
      ...noExtra,
      reading_minutes: own.reading_minutes,
      image_url: own.image_url ?? firstPicture(own.content),
    },
    created_at,
    ttl: Math.floor((at.getTime() + VECTOR_DAYS * DAY_MS) / 1000),
  };
};

type Kept = Partial<Pick<Entry, 'own_tags' | 'is_kept_by_tags'>> &
  Pick<SavedCopy, 'is_sent'> & { savedAt?: string | undefined };

/**
 * Scores an article of the reader's own and writes it with the reader's copy, kept since `savedAt`, by tags of the reader's list if
 * it has any. If the reader got the article meanwhile, that is saved.
 */
export const keepOwn = async (
  ctx: OwnArticleContext,
  userId: string,
  article: Article,
  site: string,
  { savedAt, is_sent, own_tags = [], is_kept_by_tags = false }: Kept = {},
): Promise<Entry> => {
  const { entries, saved, profiles, waiting } = ctx;
  const now = ctx.now();
  const at = now.toISOString();
  const { rules, folders } = await loadRules(ctx, userId, article.feed_id);
  const subject = subjectOf(article, { feed_ids: [article.feed_id], folders, isOfPage: false });
  const outcome = await evaluateRules(rules, subject, createBudget(MOST_STEPS));
  const keywords = await loadKeywords(ctx, userId).catch((error: unknown) => {
    if (error instanceof ModelUnavailableError) return null;
    throw error;
  });
  const { vectors } = await ensureVectors(ctx, [article]);
  const scored = scoreFor(vectors.get(article.article_id), keywords, { source: 1, rule: outcome.factor });
  const arriving = arrivingEntry(userId, withTags(article, outcome), at, scored, {
    stored: { watermarks: [], seq: 0 },
    articleDays: VECTOR_DAYS,
    now,
  });
  if (arriving === null) throw new Error(`the page ${article.article_id} expired as it arrived`);
  // No unread count has an entry of a feed that is not followed.
  const entry: Entry = {
    ...arriving,
    is_saved: true,
    saved_at: savedAt ?? at,
    own_tags,
    is_kept_by_tags,
    is_read: true,
    expires_at: null,
  };
  const copy = { ...copyOf(entry, article, site, at), is_sent };
  await saved.put(copy);
  if (await entries.bring(entry)) {
    if (scored.importance_score === null) await waiting.note(userId, at, false);
    else if ((await profiles.keywordsVersion(userId)) !== entry.keywords_version)
      await startJob(ctx, userId, 'recalculate');
    return entry;
  }
  await withdrawCopy(ctx, copy, now);
  return saveArticle(ctx, userId, article.article_id, () => '', savedAt);
};
