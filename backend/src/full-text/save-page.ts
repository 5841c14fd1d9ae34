import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { noExtra, type FullTextFailure } from '../contract/index.ts';
import { loadNames, type NamesContext } from '../articles/lists/reader-names.ts';
import { entryToRow } from '../articles/lists/row-to-wire.ts';
import { saveArticle, type SavingContext } from '../articles/reading/saving.ts';
import { arrivingEntry } from '../delivery/arriving-entry.ts';
import { loadRules } from '../delivery/reader-rules.ts';
import { copyOf, withTags } from '../delivery/ruled-entry.ts';
import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import { digest } from '../lib/digest.ts';
import { BUSY_SECONDS, DomainError, invalidInput, retryHeader } from '../lib/errors.ts';
import { shorten } from '../lib/shorten.ts';
import { createBudget } from '../lib/turns/spend.ts';
import type { Article } from '../model/article/article.ts';
import { articleIdOfLink } from '../model/article/canonical-link.ts';
import type { Entry } from '../model/article/entry.ts';
import { isExpired } from '../model/article/expiry.ts';
import type { Context } from '../model/context.ts';
import { evaluateRules } from '../model/rules/evaluate.ts';
import { subjectOf } from '../model/rules/rule-subject.ts';
import { ModelUnavailableError } from '../model/score/embedder.ts';
import { firstPicture } from '../parser/html/pictures.ts';
import { scoreFor } from '../scoring/entry-score.ts';
import { noteSignal } from '../scoring/note-signal.ts';
import { loadKeywords, type ScoringContext } from '../scoring/reader-keywords.ts';
import { ensureVectors } from '../scoring/vectors.ts';
import { requestPage, type PageAnswer, type PageContext, type PageProgress } from '../web/request-page.ts';
import { type ReadPage, readAnswer, trustedAddress } from './read-answer.ts';

/** Milliseconds for which a reader waits for a page: for robots.txt, the turn of its host and retries. */
const PATIENCE_MS = 20_000;
const TITLE_LENGTH = 300;
/** The steps of asking rules: about a second of work. */
const MOST_STEPS = 40_000_000;
const DAY_MS = 86_400_000;
/** Days for which the vector is kept, which is made again from the copy. */
const VECTOR_DAYS = 90;
/** Seconds for which a copy is kept whose entry was not created; as long as after an undone save. */
const GRACE_SECONDS = 7200;

type SavePageContext = PageContext &
  NamesContext &
  SavingContext &
  ScoringContext &
  JobContext &
  Pick<Context, 'rules' | 'waiting' | 'parser' | 'log'>;

/**
 * The endpoint that saves the page at an address for a reader. Nobody else gets it, and no feed has it: it is an entry with
 * the reader's own copy, like a saved article of a feed that the reader has left.
 */
export const savePageEndpoint = (ctx: SavePageContext): HandlersOf<'savePage'> => ({
  savePage: async ({ reader: { user_id }, body: { url } }) => {
    const entry = await savePage(ctx, user_id, url);
    await noteSignal(ctx, entry, { is_saved: true });
    const names = await loadNames(ctx, user_id);
    const copy = await ctx.saved.get(user_id, entry.article_id);
    return entryToRow(entry, {
      ...names,
      former: new Map([[entry.feed_ids[0], copy?.feed_title ?? '']]),
    });
  },
});

/**
 * Saves a page:
 *
 * 1. Save the article that the reader has of this address, if there is one.
 * 2. Request the page, as robots.txt allows, and read its article. A page that gives none leaves nothing.
 * 3. Save the article that the reader has of the address that the page has or names, if there is one.
 * 4. Score it and write it with the reader's copy.
 *
 * Repeating it changes nothing. Throws VALIDATION_FAILED, ADDRESS_REFUSED, PAGE_NOT_SAVED and BUSY.
 */
const savePage = async (ctx: SavePageContext, userId: string, text: string): Promise<Entry> => {
  const typed = pageAddress(text);
  const known = await saveKnown(ctx, userId, typed);
  if (known !== null) return known;
  const { page, text: taken, site } = await takeText(ctx, typed);
  const link = pageAddress(trustedAddress(page.canonical_url, page.url) ?? page.url);
  const same = await saveKnown(ctx, userId, link);
  if (same !== null) return same;
  const now = ctx.now();
  const isDated = page.published_at !== null && page.published_at <= now.toISOString();
  const article: Article = {
    article_id: idOf(link),
    feed_id: digest(16, 'saved page', userId, site),
    link,
    title: shorten(page.title ?? link, TITLE_LENGTH),
    summary: taken.summary,
    content: taken.content,
    author: taken.author,
    enclosures: [],
    categories: [],
    published_at: isDated && page.published_at !== null ? page.published_at : now.toISOString(),
    is_date_estimated: !isDated,
    is_own_host: false,
    boilerplate: [],
    extra: {
      ...noExtra,
      reading_minutes: taken.reading_minutes,
      image_url: page.image_url ?? firstPicture(taken.content),
    },
    created_at: now.toISOString(),
    ttl: Math.floor((now.getTime() + VECTOR_DAYS * DAY_MS) / 1000),
  };
  return write(ctx, userId, article, site);
};

/** Returns the address that a reader typed or shared, without credentials. Throws VALIDATION_FAILED. */
const pageAddress = (text: string): string => {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/iu.test(text) ? text : `https://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw invalidInput('url', 'must be the address of a page on the web');
  url.username = '';
  url.password = '';
  return url.href;
};

const idOf = (link: string): string => {
  const id = articleIdOfLink(link);
  if (id === null) throw invalidInput('url', 'must be the address of a page on the web');
  return id;
};

/** Steps 1 and 3. Returns null if the reader has no article of this address. */
const saveKnown = async (ctx: SavePageContext, userId: string, link: string): Promise<Entry | null> => {
  const id = idOf(link);
  const at = ctx.now().toISOString();
  const entry = await ctx.entries.get(userId, id);
  if (entry === null) return null;
  if (isExpired(entry, at)) {
    await ctx.entries.delete(userId, id, at);
    return null;
  }
  const subscription = await ctx.subscriptions.get(userId, entry.feed_ids[0]);
  return saveArticle(ctx, userId, id, () => subscription?.title ?? subscription?.feed_title ?? '');
};

const notSaved = (reason: FullTextFailure): DomainError =>
  new DomainError('PAGE_NOT_SAVED', `The page could not be saved: ${reason}.`, { reason });

/** Asks for a page until it answers, as long as a reader waits. Throws ADDRESS_REFUSED and BUSY. */
const askPatiently = async (
  ctx: SavePageContext,
  url: string,
): Promise<Exclude<PageAnswer, { outcome: 'wait' }>> => {
  const until = ctx.now().getTime() + PATIENCE_MS;
  let progress: PageProgress | undefined;
  for (;;) {
    const answer = await requestPage(ctx, url, { progress });
    if (answer.outcome === 'failed' && answer.failure.fault === 'address_refused') throw answer.failure;
    if (answer.outcome !== 'wait') return answer;
    progress = answer.progress;
    const isLate = ctx.now().getTime() + answer.wait_ms > until;
    if (isLate || !(await ctx.pause(answer.wait_ms)))
      throw new DomainError(
        'BUSY',
        'The site of the page has no time for it yet.',
        null,
        retryHeader(BUSY_SECONDS),
      );
  }
};

/** Step 2. Throws PAGE_NOT_SAVED, ADDRESS_REFUSED and BUSY. */
const takeText = async (
  ctx: SavePageContext,
  url: string,
): Promise<{ page: NonNullable<ReadPage['page']>; text: NonNullable<ReadPage['text']>; site: string }> => {
  const answer = await askPatiently(ctx, url);
  const nothing = { article_id: idOf(url), content: '', summary: '' };
  const { text, page, site, reason } = await readAnswer(nothing, answer, ctx.parser.readArticle, ctx.now());
  if (text === null || page === null || site === null) throw notSaved(reason ?? 'no_text');
  return { page, text, site };
};

/** Step 4. If the reader got the article meanwhile, that is saved. */
const write = async (
  ctx: SavePageContext,
  userId: string,
  article: Article,
  site: string,
): Promise<Entry> => {
  const { entries, saved, profiles, waiting } = ctx;
  const now = ctx.now();
  const at = now.toISOString();
  const { rules, folders } = await loadRules(ctx, userId, article.feed_id);
  const subject = subjectOf(article, { feed_ids: [article.feed_id], folders });
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
  const entry: Entry = { ...arriving, is_saved: true, saved_at: at, is_read: true, expires_at: null };
  const copy = copyOf(entry, article, site, at);
  await saved.put(copy);
  if (await entries.bring(entry)) {
    if (scored.importance_score === null) await waiting.note(userId, at, false);
    else if ((await profiles.keywordsVersion(userId)) !== entry.keywords_version)
      await startJob(ctx, userId, 'recalculate');
    return entry;
  }
  if ((await entries.get(userId, article.article_id))?.is_saved !== true)
    await saved.expire(
      userId,
      article.article_id,
      copy.saved_at,
      Math.ceil(now.getTime() / 1000) + GRACE_SECONDS,
    );
  return saveArticle(ctx, userId, article.article_id, () => '');
};
