import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { FullTextFailure } from '../contract/index.ts';
import { loadNames, type NamesContext } from '../articles/lists/reader-names.ts';
import { entryToRow } from '../articles/lists/row-to-wire.ts';
import { BUSY_SECONDS, DomainError, retryHeader } from '../lib/errors.ts';
import type { Entry } from '../model/article/entry.ts';
import { noteSignal } from '../scoring/note-signal.ts';
import { requestPage, type PageAnswer, type PageContext, type PageProgress } from '../web/request-page.ts';
import { idOf, keepOwn, type OwnArticleContext, ownArticle, pageAddress, saveKnown } from './own-article.ts';
import { type ReadPage, readAnswer, trustedAddress } from './read-answer.ts';

/** Milliseconds for which a reader waits for a page: for robots.txt, the turn of its host and retries. */
const PATIENCE_MS = 20_000;

type SavePageContext = PageContext & OwnArticleContext & NamesContext;

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
  const article = ownArticle(ctx, userId, {
    link,
    site,
    title: page.title,
    ...taken,
    published_at: page.published_at,
    image_url: page.image_url,
  });
  return keepOwn(ctx, userId, article, site);
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
