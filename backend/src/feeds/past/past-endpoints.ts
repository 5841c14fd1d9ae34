import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { FeedPast } from '../../contract/index.ts';
import type { JobContext } from '../../jobs/restart-job.ts';
import { startJob } from '../../jobs/start-job.ts';
import { DomainError } from '../../lib/errors.ts';
import type { Context } from '../../model/context.ts';
import { feedUnknown } from '../../model/feed/followed-feed.ts';
import { listingIn } from '../../model/listing/listing-address.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import { pastPlace, type PastPlace } from '../../queues/messages.ts';
import { readSnapshot } from '../history/stored-document.ts';
import { nextDocument } from './next-document.ts';
import { firstPlace, leftOf } from './read-past.ts';

type PastContext = JobContext &
  Pick<Context, 'subscriptions' | 'feeds' | 'snapshots' | 'log'> & {
    parser: Pick<DocumentParser, 'readRelations'>;
  };

/** Number of jobs among which the last one of a feed is looked for. */
const LOOKED_AT = 50;

/** Returns the place of the document before the one that the feed has now; null if it names none. */
const beginning = async (ctx: PastContext, feedId: string): Promise<PastPlace | null> => {
  const [feed, snapshot] = await Promise.all([ctx.feeds.get(feedId), readSnapshot(ctx, feedId)]);
  // The document of a site without a feed is a page, whose links lead to other pages.
  if (feed === null || snapshot === null || listingIn(feed.url) !== null) return null;
  const { body, content_type, url } = snapshot;
  const before = nextDocument(await ctx.parser.readRelations(body, content_type, url), url);
  return before === null || before === url ? null : firstPlace(feedId, before);
};

/** Returns where the last job of the feed was stopped; null if it came to an end, or there was none. */
const whereStopped = async (
  { jobs }: PastContext,
  userId: string,
  feedId: string,
): Promise<PastPlace | null> => {
  const listed = await jobs.list(userId, { limit: LOOKED_AT });
  const last = listed.find(({ kind, feed_id }) => kind === 'past-articles' && feed_id === feedId);
  if (last === undefined || last.cursor === null) return null;
  return last.state === 'cancelled' || last.state === 'failed'
    ? pastPlace.parse(JSON.parse(last.cursor))
    : null;
};

/**
 * Returns where the past of a feed that the reader follows is to be read from; null if its document leads to none. Throws
 * NOT_FOUND.
 */
const placeFor = async (
  ctx: PastContext,
  userId: string,
  feedId: string,
): Promise<{ place: PastPlace | null; is_stopped: boolean }> => {
  if ((await ctx.subscriptions.get(userId, feedId)) === null) throw feedUnknown();
  const stopped = await whereStopped(ctx, userId, feedId);
  return { place: stopped ?? (await beginning(ctx, feedId)), is_stopped: stopped !== null };
};

/** The endpoints that bring the articles of a feed from before its present document. */
export const pastEndpoints = (ctx: PastContext): HandlersOf<'getFeedPast' | 'bringFeedPast'> => ({
  getFeedPast: async ({ reader: { user_id }, params: { feed_id } }): Promise<FeedPast> => {
    const { place, is_stopped } = await placeFor(ctx, user_id, feed_id);
    return { ways: place === null ? [] : [{ way: 'archive', ...leftOf(place), is_stopped }] };
  },
  bringFeedPast: async ({ reader: { user_id }, params: { feed_id } }) => {
    const { place } = await placeFor(ctx, user_id, feed_id);
    if (place === null)
      throw new DomainError('NOT_FOUND', 'The document of this feed leads to no older one.');
    const job = await startJob(ctx, user_id, 'past-articles', {
      feedId: feed_id,
      cursor: JSON.stringify(place),
    });
    if (job.feed_id !== feed_id)
      throw new DomainError(
        'PAST_RUNNING',
        'The past of another feed is being brought. This one was not started.',
        {
          job_id: job.job_id,
        },
      );
    return job;
  },
});
