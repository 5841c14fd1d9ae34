import type { Settings } from '../../config/settings.ts';
import type { Context } from '../../model/context.ts';
import type { JobRef, ScoreMessage } from '../../queues/messages.ts';
import { scoreBatches } from '../../queues/outgoing.ts';
import { type IdentifiedItem, identify } from './identify.ts';
import { type IntakePlan, articlesToRead, planIntake, type IntakeTerms } from './plan-intake.ts';
import { noteLinks, type NoteLinksContext } from '../../bookmarks/hatena.ts';
import { askPages, forgetPages } from '../../full-text/take-page.ts';
import type { Log } from '../../logging/log.ts';
import {
  createLeftOut,
  type LeftOut,
  readStored,
  storeArticles,
  type StoreContext,
} from './store-articles.ts';
import type { ParsedFeed } from '../../parser/fields/parsed-feed.ts';
import { recognise, remember } from './recognise.ts';

type Request = { feedId: string; job?: JobRef | undefined; newSubscriber?: string | undefined };
type Figures = Omit<NonNullable<ScoreMessage['job']>, keyof JobRef>;

/**
 * Returns the messages that send a plan's articles to scoring: those admitted, those updated, and those for a new
 * subscriber alone. The last message carries the reference of the job with the figures of this fetch, so that the job
 * learns of them once the entries are written.
 */
export const scoreMessages = (
  { admit, update, show }: IntakePlan,
  { feedId, job, newSubscriber }: Request,
  { new_articles, total, unchanged, left_out, unprocessable }: Figures,
  now: Date,
): ScoreMessage[] => {
  const sent_at = now.toISOString();
  const batches = (items: IdentifiedItem[], more: Partial<ScoreMessage>): ScoreMessage[] =>
    scoreBatches(
      items.map(({ article_id }) => article_id),
      { feed_id: feedId, sent_at, ...more },
    );
  const messages = [
    ...batches(admit, newSubscriber === undefined ? {} : { new_subscriber: newSubscriber }),
    ...batches(update, { is_update: true }),
    ...batches(show, newSubscriber === undefined ? {} : { user_id: newSubscriber }),
  ];
  const figures = { new_articles, total, unchanged, left_out, unprocessable };
  const last = messages.at(-1);
  return last === undefined || job === undefined
    ? messages
    : [...messages.slice(0, -1), { ...last, job: { ...job, ...figures } }];
};

const ATTEMPTS = 4;
const DAY_MS = 86_400_000;

/** The context for taking the items of a document in. */
export type IngestContext = StoreContext &
  NoteLinksContext &
  Pick<
    Context,
    'sitePages' | 'feeds' | 'seen' | 'subscriptions' | 'sendScore' | 'sendFetch' | 'now' | 'log'
  > & { settings: Pick<Settings, 'ARTICLE_RETENTION_DAYS' | 'HATEBU'> };

export type IngestRequest = {
  feedId: string;
  /** As the feed's `is_private`. */
  isPrivate: boolean;
  documentUrl: string;
  parsed: Pick<ParsedFeed, 'items' | 'site_url' | 'left_out'>;
  /** The job's reference, passed on in the last score message. */
  job?: JobRef | undefined;
  /** The id of a new subscriber, who gets the newest articles even if they are not new to the feed. */
  newSubscriber?: string | undefined;
};

export type TakenIn = {
  /** Number of items in the document. */
  total: number;
  new_articles: number;
  changed_articles: number;
  /** Number of known items whose text is the same as before. */
  unchanged: number;
  /** Number of new items beyond the newest 50, which a job brings, plus the unprocessable items. */
  left_out: number;
  /** Number of items of the document that reached no reader because newer ones were taken, at this fetch or before. */
  over_limit: number;
  /** Number of known items that the new subscriber does not get, because they are not among the newest; otherwise 0. */
  not_shown: number;
  /** Number of items that could not be read or stored. */
  unprocessable: number;
  /** Number of those whose text, address or guid is larger than an article can have. */
  too_large: number;
  /** True if the feed was not known to carry any item before. */
  is_first: boolean;
  /** True if messages were sent to scoring; the last one then carries the reference of the job, if there is one. */
  is_sent: boolean;
};

/**
 * Takes a parsed document into the table:
 *
 * 1. Identify the items of the document.
 * 2. Recognise those that the feed carried before, by its Seen, and read the stored articles that matter.
 * 3. Plan what to do with each item.
 * 4. Store the articles, note their links for bookmark counts, and forget the pages of those whose links changed.
 * 5. Send the articles to scoring.
 * 6. Ask for the pages of the articles with new links, if a reader wants their texts.
 * 7. Write the time of the newest article to the feed, and what a new subscriber does not get to the subscription.
 * 8. Remember the items in Seen.
 *
 * The next run completes one that was interrupted between two steps, because ids come from content. If another run has
 * written Seen in the meantime, it starts again at step 2. An item that cannot be read or stored is left out and not
 * remembered, so that a later document can bring it.
 */
export const ingest = async (ctx: IngestContext, request: IngestRequest): Promise<TakenIn> => {
  const document = identifyAll(request, ctx.log);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const taken = await ingestOnce(ctx, request, document);
    if (taken !== null) return taken;
  }
  throw new Error(`Seen of feed ${request.feedId} changed under ${ATTEMPTS} runs in a row`);
};

type Document = {
  items: IdentifiedItem[];
  leftOut: LeftOut;
  /** Number of items that the parser left out. */
  unread: number;
  /** Number of items in the document, those that were left out included. */
  total: number;
};

const identifyAll = ({ feedId, isPrivate, documentUrl, parsed }: IngestRequest, log: Log): Document => {
  const leftOut = createLeftOut(log, feedId);
  const source = {
    feed_id: feedId,
    is_private: isPrivate,
    site_url: parsed.site_url,
    document_url: documentUrl,
  };
  const items = identify(parsed.items, source, leftOut.add);
  // The parser has already left out items that it could not take.
  for (const { reason, count } of parsed.left_out)
    log.warn('items left out', { feed_id: feedId, reason, count });
  const unread = parsed.left_out.reduce((sum, { count }) => sum + count, 0);
  return { items, leftOut, unread, total: items.length + leftOut.count() + unread };
};

/** Steps 2 to 8. Returns null if another run has written Seen in the meantime. */
const ingestOnce = async (
  ctx: IngestContext,
  request: IngestRequest,
  document: Document,
): Promise<TakenIn | null> => {
  const { feedId, documentUrl, newSubscriber } = request;
  const { leftOut } = document;
  const now = ctx.now();
  const ttl = Math.floor(now.getTime() / 1000) + ctx.settings.ARTICLE_RETENTION_DAYS * 86_400;
  const terms: IntakeTerms = { now, ttl, isForNewSubscriber: newSubscriber !== undefined };

  const seen = await ctx.seen.get(feedId);
  const recognition = recognise(seen.items, document.items);
  const { items } = recognition;
  const stored = await readStored(ctx, feedId, articlesToRead(recognition, items, terms));

  const plan = planIntake({ recognition, stored }, items, terms);

  const parts = { feedId, documentUrl, items, stored, leftOut };
  const { arrived, moved } = await storeArticles(ctx, plan, parts, terms);
  const linked = ctx.settings.HATEBU === 'on' ? [...arrived, ...moved] : [];
  if (linked.length > 0) await noteLinks(ctx, linked);
  // Before scoring, which would show the text of the former address again.
  if (moved.length > 0) await forgetPages(ctx, moved, now);

  const done = without(plan, leftOut);
  const taken = figuresOf(done, document);
  const messages = scoreMessages(done, request, taken, now);
  if (messages.length > 0) await ctx.sendScore(messages);
  const admitted = new Set(done.admit.map(({ article_id }) => article_id));
  const added = arrived.filter(({ article_id }) => admitted.has(article_id));
  if (added.length + moved.length > 0) await askPages(ctx, feedId, [...added, ...moved]);

  // Write this before Seen: once Seen is written, a repeat of an interrupted run finds nothing new to report.
  if (taken.new_articles > 0) await ctx.feeds.update(feedId, { feed_last_updated: now.toISOString() });
  if (newSubscriber !== undefined && plan.not_shown > 0)
    await ctx.subscriptions.update(newSubscriber, feedId, { older_known: plan.not_shown });

  const processed = items.filter((item) => !leftOut.has(item));
  const today = Math.floor(now.getTime() / DAY_MS);
  const remembered = remember(seen.items, processed, today, recognition.replaced, plan.left_out);
  if (remembered !== null && !(await ctx.seen.put(feedId, remembered, seen.version))) return null;
  return { ...taken, is_first: seen.items.length === 0, is_sent: messages.length > 0 };
};

/** Returns the plan without the items that could not be read or stored. */
const without = (plan: IntakePlan, leftOut: LeftOut): IntakePlan => {
  const isFine = (item: IdentifiedItem): boolean => !leftOut.has(item);
  return {
    ...plan,
    admit: plan.admit.filter(isFine),
    surplus: plan.surplus.filter(isFine),
    update: plan.update.filter(isFine),
    show: plan.show.filter(isFine),
  };
};

const figuresOf = (
  { admit, update, surplus, unchanged, left_out, not_shown }: IntakePlan,
  { leftOut, unread, total }: Document,
): Omit<TakenIn, 'is_first' | 'is_sent'> => {
  const unprocessable = leftOut.count() + unread;
  return {
    total,
    new_articles: admit.length,
    changed_articles: update.length,
    unchanged,
    left_out: surplus.length + unprocessable,
    over_limit: left_out.size,
    not_shown,
    unprocessable,
    // The parser leaves out only items whose address or guid is too long.
    too_large: leftOut.countTooLarge() + unread,
  };
};
