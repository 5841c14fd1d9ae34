import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { FeedPast } from '../../contract/index.ts';
import type { JobContext } from '../../jobs/restart-job.ts';
import { startJob } from '../../jobs/start-job.ts';
import { DomainError } from '../../lib/errors.ts';
import type { Context } from '../../model/context.ts';
import type { Feed } from '../../model/feed/feed.ts';
import { feedUnknown } from '../../model/feed/followed-feed.ts';
import { listingIn } from '../../model/feed/feed-url.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import { pastPlace, type PastPlace } from '../../queues/messages.ts';
import { readSnapshot } from '../stored-document.ts';
import { findSitemaps, type SitemapContext } from './find-sitemaps.ts';
import { firstPagesPlace, firstPlace, leftOf, nextDocument } from './read-past.ts';

type PastContext = JobContext &
  SitemapContext &
  Pick<Context, 'subscriptions' | 'feeds' | 'snapshots' | 'log'> & {
    parser: Pick<DocumentParser, 'readRelations'>;
  };

/** Number of jobs among which the last one of a feed is looked for. */
const LOOKED_AT = 50;

/** Returns the place of the document before the one that the feed has now; null if it names none. */
const beginning = async (ctx: PastContext, feed: Feed): Promise<PastPlace | null> => {
  const snapshot = await readSnapshot(ctx, feed.feed_id);
  // The document of a site without a feed is a page, whose links lead to other pages.
  if (snapshot === null || listingIn(feed.url) !== null) return null;
  const { body, content_type, url } = snapshot;
  const before = nextDocument(await ctx.parser.readRelations(body, content_type, url), url);
  return before === null || before === url ? null : firstPlace(feed.feed_id, before);
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

type Way = FeedPast['ways'][number]['way'];

const wayOf = ({ pages }: PastPlace): Way => (pages === undefined ? 'archive' : 'sitemap');

/** Returns where each way to a feed's past begins: this one, or all. Throws NOT_FOUND for a feed that the reader does not follow. */
const placesFor = async (
  ctx: PastContext,
  userId: string,
  feedId: string,
  only?: Way,
): Promise<{ place: PastPlace; is_stopped: boolean }[]> => {
  if ((await ctx.subscriptions.get(userId, feedId)) === null) throw feedUnknown();
  const [feed, stopped] = await Promise.all([ctx.feeds.get(feedId), whereStopped(ctx, userId, feedId)]);
  if (feed === null) throw feedUnknown();
  const begin: Record<Way, () => Promise<PastPlace | null>> = {
    archive: () => beginning(ctx, feed),
    sitemap: async () => {
      const found = await findSitemaps(ctx, feed);
      return found === null ? null : firstPagesPlace(feedId, found);
    },
  };
  const places: { place: PastPlace; is_stopped: boolean }[] = [];
  for (const way of only === undefined ? (['archive', 'sitemap'] as const) : [only]) {
    const goesOn = stopped !== null && wayOf(stopped) === way ? stopped : null;
    const place = goesOn ?? (await begin[way]());
    if (place !== null) places.push({ place, is_stopped: goesOn !== null });
  }
  return places;
};

/** The endpoints that bring the articles of a feed from before its present document. */
export const pastEndpoints = (ctx: PastContext): HandlersOf<'getFeedPast' | 'bringFeedPast'> => ({
  getFeedPast: async ({ reader: { user_id }, params: { feed_id } }): Promise<FeedPast> => {
    const places = await placesFor(ctx, user_id, feed_id);
    return {
      ways: places.map(({ place, is_stopped }) => ({ way: wayOf(place), ...leftOf(place), is_stopped })),
    };
  },
  bringFeedPast: async ({ reader: { user_id }, params: { feed_id }, body: { way } }) => {
    const [found] = await placesFor(ctx, user_id, feed_id, way);
    if (found === undefined)
      throw new DomainError('NOT_FOUND', 'There is no such way to older articles of this feed.');
    const cursor = JSON.stringify(found.place);
    const job = await startJob(ctx, user_id, 'past-articles', { feedId: feed_id, cursor });
    if (job.feed_id === feed_id) return job;
    throw new DomainError(
      'PAST_RUNNING',
      'The past of another feed is being brought. This one was not started.',
      {
        job_id: job.job_id,
      },
    );
  },
});
