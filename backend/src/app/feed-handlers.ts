import { createWithCounts } from '../articles/reading/unread.ts';
import { createDiscover } from '../discovery/discover.ts';
import { createFeedEndpoints } from '../feeds/feed-endpoints.ts';
import { createSubscribe } from '../feeds/subscribe.ts';
import { createUnsubscribe } from '../feeds/unsubscribe.ts';
import { createUpdatedFeedsEndpoint } from '../feeds/updated-feeds.ts';
import { createKeepOnSchedule } from '../refresh/schedule/schedule.ts';
import { retentionIn } from '../model/reader/retention.ts';
import type { ApiAdapters } from './adapters.ts';
import { countUnreadOf, ingestOf, keepingOf } from './base.ts';

/** Creates the handlers for finding, following, changing and leaving feeds. */
export const createFeedHandlers = (adapters: ApiAdapters) => {
  const { base, send, parser, outbound, settings } = adapters;
  const { stores, now } = base;
  const { fetch } = outbound;
  const countUnread = countUnreadOf(base);
  const withCounts = createWithCounts({ ...stores, countUnread, now });
  const keepOnSchedule = createKeepOnSchedule({ ...stores, now });
  const discover = createDiscover({ fetch, parse: parser.parseFeed, readPage: parser.readPage });
  return {
    ...createFeedEndpoints({
      ...stores,
      keepOnSchedule,
      discover,
      subscribe: createSubscribe({
        ...stores,
        keepOnSchedule,
        discover,
        ingest: ingestOf(adapters),
        ...keepingOf(base, fetch, parser),
        now,
        maxSubscriptions: settings.MAX_SUBSCRIPTIONS,
      }),
      unsubscribe: createUnsubscribe({
        ...stores,
        sendScore: send.score,
        keepOnSchedule,
        countUnread,
        now,
        retention: retentionIn(settings),
      }),
      sendFetch: send.fetch,
      withCounts,
      now,
    }),
    ...createUpdatedFeedsEndpoint({ ...stores, withCounts }),
  };
};
