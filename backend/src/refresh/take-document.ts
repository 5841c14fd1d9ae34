import type { Log } from '../logging/log.ts';
import type { RenewIcon } from '../pictures/icon.ts';
import { withFetch } from '../model/fetches/fetch-days.ts';
import type { Feed, PageSource } from '../model/feed/feed.ts';
import type { TakeSnapshot } from '../model/feed/snapshot.ts';
import type { OutboundResponse } from '../web/guard/guarded-fetch.ts';
import type { ParsedFeed } from '../parser/fields/parsed-feed.ts';
import type { ObserveFetch } from './fetch-facts.ts';
import { reportFacts } from './record-fetch.ts';
import { documentFacts } from './document-facts.ts';
import type { Ingest, IngestRequest, TakenIn } from './intake/ingest.ts';
import { fetchTerms, keepOnSchedule, nextFetchAt, type ScheduleContext } from './schedule.ts';
import { newestArticleAt } from './publisher-facts.ts';

/** A document as fetched and as parsed. */
type FetchedDocument = {
  response: OutboundResponse;
  parsed: ParsedFeed;
  /** The way to find the items of a page without a feed; null if none was learnt. */
  source: PageSource | null;
};

export type TakeDocumentDeps = { ingest: Ingest; renewIcon: RenewIcon; takeSnapshot: TakeSnapshot };

/**
 * Takes a fetched document of a feed in: its articles, its icon, its snapshot. Returns the figures, and the changes to
 * the feed that the caller writes next. They hold the ETag, with which the server does not send this document again, so
 * they must be written last.
 */
export type TakeDocument = (
  feed: Feed,
  document: FetchedDocument,
  now: Date,
  recipients: Pick<IngestRequest, 'job' | 'newSubscriber'>,
) => Promise<{ taken: TakenIn; changes: Partial<Feed> }>;

export const createTakeDocument =
  ({ ingest, renewIcon, takeSnapshot }: TakeDocumentDeps): TakeDocument =>
  async (feed, { response, parsed, source }, now, recipients) => {
    const [taken, icon] = await Promise.all([
      ingest({ feedId: feed.feed_id, documentUrl: response.url, parsed, ...recipients }),
      renewIcon(feed, parsed),
      takeSnapshot(feed.feed_id, response),
    ]);
    const facts = documentFacts(response, parsed, now);
    const changes: Partial<Feed> = {
      ...facts,
      ...icon,
      ...(source === null ? {} : { source }),
      newest_article_at: newestArticleAt(feed, parsed, now),
      unprocessable_items: taken.unprocessable,
      too_large_items: taken.too_large,
      over_limit_items: taken.over_limit,
      over_limit_ever: feed.over_limit_ever + taken.left_out - taken.unprocessable,
    };
    return { taken, changes };
  };

/** Takes in the document with which a reader began to follow a feed. Returns the feed as recorded. */
export type TakeFirstDocument = (
  feed: Feed,
  document: FetchedDocument,
  now: Date,
  newSubscriber: string,
) => Promise<Feed>;

export type TakeFirstDocumentDeps = ScheduleContext & {
  takeDocument: TakeDocument;
  log: Log;
  observe: ObserveFetch;
};

/**
 * Creates the function that takes a first document in, records the fetch with the feed, sets the time of the next fetch by
 * what the publisher asks for, and reports the fetch.
 */
export const createTakeFirstDocument =
  (deps: TakeFirstDocumentDeps): TakeFirstDocument =>
  async (feed, document, now, newSubscriber) => {
    const { feeds, takeDocument } = deps;
    const { feed_id } = feed;
    const { taken, changes } = await takeDocument(feed, document, now, { newSubscriber });
    const recorded = await feeds.update(feed_id, {
      ...changes,
      last_fetched_at: now.toISOString(),
      fetch_days: withFetch(feed.fetch_days, now, 'new'),
    });
    if (recorded === null) throw new Error(`feed ${feed_id} vanished while it was subscribed to`);
    const next_fetch_at = nextFetchAt(feed_id, fetchTerms(recorded, now), now);
    const scheduled = await feeds.update(feed_id, { next_fetch_at });
    await keepOnSchedule(deps, feed_id);
    reportFacts(deps, feed, now, {
      status: document.response.status,
      outcome: 'updated',
      items_upserted: taken.new_articles + taken.changed_articles,
      items_left_out: taken.left_out,
    });
    return scheduled ?? recorded;
  };
