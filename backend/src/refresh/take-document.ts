import type { Context } from '../model/context.ts';
import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import { withFetch } from '../model/feed/fetches.ts';
import type { Feed, PageSource } from '../model/feed/feed.ts';
import type { ParsedFeed } from '../parser/fields/parsed-feed.ts';
import type { RenewIcon } from '../pictures/icon.ts';
import type { OutboundResponse } from '../web/guard/guarded-fetch.ts';
import { documentFacts, newestArticleAt } from './document-facts.ts';
import { noteHub, type NoteContext } from './ask-hub.ts';
import { ingest, type IngestContext, type IngestRequest, type TakenIn } from './intake/ingest.ts';
import { reportFacts, type ReportContext } from './record-fetch.ts';
import { fetchTerms, keepOnSchedule, nextFetchAt, type ScheduleContext } from './schedule.ts';

/** A document as fetched and as parsed. */
type FetchedDocument = {
  response: OutboundResponse;
  parsed: ParsedFeed;
  /** The way to find the items of a page without a feed; null if none was learnt. */
  source: PageSource | null;
};

/** The context for taking a document in. `renewIcon` searches for the icon itself, or has it searched for. */
export type TakeContext = IngestContext & NoteContext & Pick<Context, 'snapshots'> & { renewIcon: RenewIcon };

/**
 * Takes a fetched document of a feed in: its articles, its icon, its snapshot. Returns the figures, and the changes to
 * the feed that the caller writes next. They hold the ETag, with which the server does not send this document again, so
 * they must be written last.
 */
export const takeDocument = async (
  ctx: TakeContext,
  feed: Feed,
  { response, parsed, source }: FetchedDocument,
  now: Date,
  recipients: Pick<IngestRequest, 'job' | 'newSubscriber'>,
): Promise<{ taken: TakenIn; changes: Partial<Feed> }> => {
  const [taken, icon] = await Promise.all([
    ingest(ctx, {
      feedId: feed.feed_id,
      isPrivate: feed.is_private,
      documentUrl: response.url,
      parsed,
      ...recipients,
    }),
    ctx.renewIcon(feed, parsed),
    takeSnapshot(ctx, feed.feed_id, response),
  ]);
  const facts = documentFacts(response, parsed, now);
  const changes: Partial<Feed> = {
    ...facts,
    ...icon,
    ...(await noteHub(ctx, feed, response, parsed)),
    ...(source === null ? {} : { source }),
    newest_article_at: newestArticleAt(feed, parsed, now),
    unprocessable_items: taken.unprocessable,
    too_large_items: taken.too_large,
    over_limit_items: taken.over_limit,
    over_limit_ever: feed.over_limit_ever + taken.left_out - taken.unprocessable,
  };
  return { taken, changes };
};

/** Stores a snapshot. Never throws, because a feed works without one. */
const takeSnapshot = async (
  { snapshots, now, log }: TakeContext,
  feed_id: string,
  { url, headers, body }: OutboundResponse,
): Promise<void> => {
  try {
    const content_type = headers['content-type'] ?? null;
    await snapshots.put(feed_id, { url, content_type, taken_at: now().toISOString(), body });
  } catch (error) {
    log.warn('snapshot failed', { feed_id, error });
  }
};

/** The context for bringing what a document has beyond its newest items. */
export type BringLeftOutContext = JobContext & Pick<Context, 'subscribers'>;

/**
 * Starts the job that brings the items of a document beyond the newest 50: of a feed's first document to all its readers, and
 * to a new subscriber whatever the feed knows beyond what that reader got. Call it once the feed is recorded, because the
 * job reads the counts. The daily cleanup starts the job for all others, so that a feed with other items at each fetch
 * brings more than the newest 50 once a day.
 */
export const bringLeftOut = async (
  ctx: BringLeftOutContext,
  feed_id: string,
  { is_first, left_out, unprocessable, over_limit, not_shown }: TakenIn,
  newSubscriber: string | undefined,
): Promise<void> => {
  const isForAll = is_first && left_out > unprocessable;
  const isForOne = newSubscriber !== undefined && over_limit + not_shown > 0;
  const active = isForAll ? (await ctx.subscribers.list(feed_id)).filter(({ is_active }) => is_active) : [];
  const readers = new Set([...active.map(({ user_id }) => user_id), ...(isForOne ? [newSubscriber] : [])]);
  for (const user_id of readers) await startJob(ctx, user_id, 'older-articles');
};

/** The context for taking in the document with which a reader begins to follow a feed. */
export type FirstDocumentContext = TakeContext & ScheduleContext & ReportContext & BringLeftOutContext;

/**
 * Takes in the document with which a reader began to follow a feed, records the fetch with the feed, sets the time of the
 * next fetch by what the publisher asks for, has its older items brought, and reports the fetch. Returns the feed as recorded.
 */
export const takeFirstDocument = async (
  ctx: FirstDocumentContext,
  feed: Feed,
  document: FetchedDocument,
  now: Date,
  newSubscriber: string,
): Promise<Feed> => {
  const { feed_id } = feed;
  const { taken, changes } = await takeDocument(ctx, feed, document, now, { newSubscriber });
  const recorded = await ctx.feeds.update(feed_id, {
    ...changes,
    last_fetched_at: now.toISOString(),
    fetch_days: withFetch(feed.fetch_days, now, 'new'),
  });
  if (recorded === null) throw new Error(`feed ${feed_id} vanished while it was subscribed to`);
  // A fetch asks the hub that the document names, so one follows at once.
  const isHubNew = (changes.push ?? null) !== null;
  const next_fetch_at = isHubNew ? now.toISOString() : nextFetchAt(feed_id, fetchTerms(recorded, now), now);
  const scheduled = await ctx.feeds.update(feed_id, { next_fetch_at });
  await keepOnSchedule(ctx, feed_id);
  await bringLeftOut(ctx, feed_id, taken, newSubscriber);
  reportFacts(ctx, feed, now, {
    status: document.response.status,
    outcome: 'updated',
    items_upserted: taken.new_articles + taken.changed_articles,
    items_left_out: taken.left_out,
  });
  return scheduled ?? recorded;
};
