import { jobToWire } from '../jobs/start-job.ts';
import { inBatches } from '../lib/in-batches.ts';
import { feedToWire } from '../model/feed/feed-to-wire.ts';
import { withFeeds } from '../model/feed/followed-feed.ts';
import type { FeedStore } from '../model/feed/feed.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';
import type { JobStore } from '../model/job/job-store.ts';
import type { WithCounts } from '../articles/reading/unread.ts';
import { createEntriesSection, type EntriesSectionDeps } from './export-entries.ts';
import type { ExportSection, ExportSections } from './export-section.ts';

const FEEDS_A_BATCH = 100;

type SubscriptionsSectionDeps = {
  feeds: Pick<FeedStore, 'getMany'>;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  withCounts: WithCounts;
};

const createSubscriptionsSection = (deps: SubscriptionsSectionDeps): ExportSection =>
  async function* (userId, after) {
    const rest = (await deps.subscriptions.list(userId))
      .filter(({ feed_id }) => after === null || feed_id > after)
      .toSorted((a, b) => a.feed_id.localeCompare(b.feed_id));
    for (const batch of inBatches(rest, FEEDS_A_BATCH)) {
      const counted = await deps.withCounts(userId, batch);
      for (const { feed, subscription } of await withFeeds(deps.feeds, counted, () => {})) {
        const item = feedToWire(feed, subscription);
        yield { after: item.feed_id, item, add: ({ subscriptions }) => subscriptions.push(item) };
      }
    }
  };

const createJobsSection = (jobs: Pick<JobStore, 'list'>): ExportSection =>
  async function* (userId, after) {
    const rest = (await jobs.list(userId))
      .filter(({ job_id }) => after === null || job_id > after)
      .toSorted((a, b) => a.job_id.localeCompare(b.job_id));
    for (const job of rest) {
      const item = jobToWire(job);
      yield { after: job.job_id, item, add: (lists) => lists.jobs.push(item) };
    }
  };

/** Creates the lists of a reader's export. */
export const createExportSections = (
  deps: SubscriptionsSectionDeps & EntriesSectionDeps & { jobs: Pick<JobStore, 'list'> },
): ExportSections => ({
  subscriptions: createSubscriptionsSection(deps),
  entries: createEntriesSection(deps),
  jobs: createJobsSection(deps.jobs),
});
