import { createWithCounts } from '../articles/reading/unread.ts';
import { createDiscover } from '../discovery/discover.ts';
import { createRescore } from '../scoring/rescore.ts';
import { createStartJob } from '../jobs/start-job.ts';
import { createChangeFeed } from '../feeds/change-feed.ts';
import { createFeedEndpoints } from '../feeds/feed-endpoints.ts';
import { createChangeFolder, createDeleteFolder } from '../feeds/folders/change-folder.ts';
import { createFolderEndpoints } from '../feeds/folders/folder-endpoints.ts';
import { createReadFigures } from '../feeds/figures/read-figures.ts';
import { createReadHistory } from '../feeds/history/read-history.ts';
import { createLeaveFeed } from '../feeds/leave-feed.ts';
import { createBookingFetch } from '../pace/booking-fetch.ts';
import { createResumeFeed } from '../feeds/resume-feed.ts';
import { createSubscribe } from '../feeds/subscribe.ts';
import { createMarkFeedReadEndpoint, createSubscriptionEndpoints } from '../feeds/subscription-endpoints.ts';
import { createUnsubscribe } from '../feeds/unsubscribe.ts';
import { createUnsubscribeMany } from '../feeds/unsubscribe-many.ts';
import { createRenewIcon } from '../icons/icon.ts';
import type { ImageKeys } from '../images/image-key.ts';
import { createScheduleJob } from '../jobs/schedule-job.ts';
import { createLimitRegistration } from '../limits/limit-registration.ts';
import { retentionIn } from '../model/reader/retention.ts';
import { createKeepOnSchedule } from '../refresh/schedule/schedule.ts';
import { createTakeFirstDocument } from '../refresh/take-document.ts';
import type { ApiAdapters } from './parts/adapters.ts';
import {
  countUnreadOf,
  leavePageOf,
  markAllOf,
  paceOf,
  readDocumentOf,
  takeDocumentOf,
} from './parts/base.ts';
import { pageRequestsOf } from './parts/page-requests.ts';

/** Returns the search for a site's feeds. A reader waits for it, so it books its turns instead of going to a queue. */
const discoverOf = (adapters: ApiAdapters) => {
  const { base, outbound, parser } = adapters;
  const fetch = createBookingFetch({
    ...paceOf(adapters),
    fetch: outbound.fetch,
    pause: base.pause,
  });
  return createDiscover({
    fetch,
    parse: parser.parseFeed,
    readPage: parser.pageFeeds,
    listings: { ...parser, robotsFor: pageRequestsOf(adapters).robotsFor },
  });
};

/**
 * Returns the search for the icon of a feed that a reader begins to follow, whose answer already names the icon. It
 * does not wait for turns, but everybody else waits for those that it books.
 */
const renewIconOf = (adapters: ApiAdapters) => {
  const { base, outbound, parser } = adapters;
  const pause = () => Promise.resolve();
  const fetch = createBookingFetch({ ...paceOf(adapters), fetch: outbound.fetch, pause });
  return createRenewIcon({ ...base, ...base.stores, fetch, iconLinks: parser.iconLinks });
};

const rescoreOf = ({ base, send }: ApiAdapters) => {
  const { stores, now, newId } = base;
  const startJob = createStartJob({ ...stores, sendJob: send.jobs, now, newId });
  return createRescore({ ...stores, startJob, now });
};

const readHistoryOf = ({ base, parser }: ApiAdapters, imageKeys: ImageKeys) => {
  const { stores, now, log } = base;
  const readDocument = readDocumentOf(parser);
  return createReadHistory({ ...stores, readDocument, sanitiseAll: parser.sanitiseAll, imageKeys, now, log });
};

/** Creates the handlers for finding, following, changing and leaving feeds. */
export const createFeedHandlers = (adapters: ApiAdapters, imageKeys: ImageKeys) => {
  const { base, send, settings, api } = adapters;
  const { stores, now } = base;
  const countUnread = countUnreadOf(base);
  const withCounts = createWithCounts({ ...stores, countUnread, now });
  const keepOnSchedule = createKeepOnSchedule({ ...stores, now });
  const discover = discoverOf(adapters);
  const takeFirstDocument = createTakeFirstDocument({
    ...stores,
    takeDocument: takeDocumentOf(adapters, renewIconOf(adapters)),
    keepOnSchedule,
    now,
    log: base.log,
    observe: api.observeFetch ?? (() => {}),
  });
  const subscribe = createSubscribe({
    ...stores,
    keepOnSchedule,
    discover,
    takeFirstDocument,
    now,
    maxSubscriptions: settings.MAX_SUBSCRIPTIONS,
  });
  const leavePage = leavePageOf(base, send.score, retentionIn(settings));
  const leaveFeed = createLeaveFeed(leavePage);
  const unsubscribe = createUnsubscribe({ ...stores, leaveFeed, keepOnSchedule, countUnread });
  const scheduleJob = createScheduleJob({ ...stores, sendJob: send.jobs, now });
  return {
    ...createFeedEndpoints({
      ...stores,
      discover,
      withCounts,
      readHistory: readHistoryOf(adapters, imageKeys),
      readFigures: createReadFigures({ ...stores, now }),
      now,
    }),
    ...createSubscriptionEndpoints({
      ...stores,
      withCounts,
      subscribe,
      changeFeed: createChangeFeed({
        ...stores,
        keepOnSchedule,
        rescore: rescoreOf(adapters),
        subscribe,
        unsubscribe,
      }),
      unsubscribeMany: createUnsubscribeMany({ ...base, ...stores, scheduleJob, unsubscribe }),
      resumeFeed: createResumeFeed({ ...stores, keepOnSchedule, sendFetch: send.fetch, now }),
      limitRegistration: createLimitRegistration(api.limiter, now),
    }),
    ...createFolderEndpoints({
      ...stores,
      withCounts,
      changeFolder: createChangeFolder(stores),
      deleteFolder: createDeleteFolder(stores),
    }),
    ...createMarkFeedReadEndpoint({ ...stores, markAll: markAllOf(adapters), now }),
  };
};
