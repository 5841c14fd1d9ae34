import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { noteSaved, type SavedContext } from '../articles/reading/sending.ts';
import { entryToRow, loadNames, type NamesContext } from '../articles/lists/row-to-wire.ts';
import { renewCopy } from '../delivery/saved-copy.ts';
import { BUSY_SECONDS, DomainError, retryHeader } from '../lib/errors.ts';
import type { Entry } from '../model/article/entry.ts';
import { requestPage, type PageAnswer, type PageContext, type PageProgress } from '../web/request-page.ts';
import { idOf, keepOwn, type OwnArticleContext, ownArticle, pageAddress, saveKnown } from './own-article.ts';
import { type ReadPage, readAnswer, readSent, trustedAddress } from './read-answer.ts';

/** Milliseconds for which a reader waits for a page: for robots.txt, the turn of its host and retries. */
const PATIENCE_MS = 20_000;

type SavePageContext = PageContext & OwnArticleContext & NamesContext & SavedContext;

/**
 * The endpoint that saves the page at an address for a reader. Nobody else gets it, and no feed has it: it is an entry with
 * the reader's own copy, like a saved article of a feed that the reader has left.
 */
export const savePageEndpoint = (ctx: SavePageContext): HandlersOf<'savePage'> => ({
  savePage: async ({ reader: { user_id }, body: { url, html } }) => {
    const asked = pageAddress(url);
    const entry = await (html === undefined
      ? savePage(ctx, user_id, asked)
      : saveSent(ctx, user_id, { url: asked, html }));
    await noteSaved(ctx, entry);
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
const savePage = async (ctx: SavePageContext, userId: string, typed: string): Promise<Entry> => {
  const known = await saveKnown(ctx, userId, typed);
  if (known !== null) return known;
  const answer = await askPatiently(ctx, typed);
  const taken = taking(await readAnswer(nothingOf(typed), answer, ctx.parser.readArticle, ctx.now()));
  return (await saveKnown(ctx, userId, taken.link)) ?? keepTaken(ctx, userId, taken);
};

/**
 * Saves a page whose document the reader's browser sent, without a request. Its text is written into the reader's copy alone, also if
 * the reader has the article from a feed. Throws VALIDATION_FAILED and PAGE_NOT_SAVED.
 */
const saveSent = async (
  ctx: SavePageContext,
  userId: string,
  sent: { url: string; html: string },
): Promise<Entry> => {
  const taken = taking(await readSent(nothingOf(sent.url), sent, ctx.parser.readArticle));
  const known = (await saveKnown(ctx, userId, sent.url)) ?? (await saveKnown(ctx, userId, taken.link));
  if (known === null) return keepTaken(ctx, userId, taken, true);
  await renewCopy(ctx, known, taken.text, 'sent');
  return known;
};

const nothingOf = (url: string) => ({ article_id: idOf(url), content: '', summary: '' });

type Taken = {
  page: NonNullable<ReadPage['page']>;
  text: NonNullable<ReadPage['text']>;
  site: string;
  /** The address that the page has or names as its own. */
  link: string;
};

/** Throws PAGE_NOT_SAVED for a page that gave no text. */
const taking = ({ text, page, site, reason }: ReadPage): Taken => {
  if (text === null || page === null || site === null) {
    const why = reason ?? 'no_text';
    throw new DomainError('PAGE_NOT_SAVED', `The page could not be saved: ${why}.`, { reason: why });
  }
  return { page, text, site, link: pageAddress(trustedAddress(page.canonical_url, page.url) ?? page.url) };
};

/** Scores the article of a page and writes it with the reader's copy. */
const keepTaken = (
  ctx: SavePageContext,
  userId: string,
  { page: { title, published_at, image_url }, text, site, link }: Taken,
  is_sent?: true,
): Promise<Entry> => {
  const article = ownArticle(ctx, userId, { link, site, title, ...text, published_at, image_url });
  return keepOwn(ctx, userId, article, site, { is_sent });
};

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
