import type { ProfileStore } from '../accounts/profile.ts';
import type { ArticleStore, BlobStore, VectorStore } from '../articles/article.ts';
import type { EntryStore, SavedStore } from '../articles/entry.ts';
import type { FeedStore, SubscriberStore } from '../feeds/feed.ts';
import type { IconStore } from '../feeds/icon.ts';
import type { SubscriptionStore } from '../feeds/subscription.ts';
import type { JobStore } from '../jobs/job.ts';
import type { SeenStore } from '../refresh/seen.ts';
import type { SnapshotStore } from '../refresh/snapshot.ts';
import type { KeywordStore } from '../scoring/keyword.ts';
import { createArticleStore } from './article-store.ts';
import { createEntryStore } from './entry-store.ts';
import { createFeedStore, createSubscriberStore } from './feed-store.ts';
import { createIconStore } from './icon-store.ts';
import { createJobStore } from './job-store.ts';
import { createKeywordStore } from './keyword-store.ts';
import { createProfileStore } from './profile-store.ts';
import { createSavedStore } from './saved-store.ts';
import { createSeenStore } from './seen-store.ts';
import { createSnapshotStore } from './snapshot-store.ts';
import { createSubscriptionStore } from './subscription-store.ts';
import type { TableClient } from './table.ts';
import { createVectorStore } from './vector-store.ts';

export type Stores = {
  articles: ArticleStore;
  blobs: BlobStore;
  entries: EntryStore;
  feeds: FeedStore;
  icons: IconStore;
  jobs: JobStore;
  keywords: KeywordStore;
  profiles: ProfileStore;
  saved: SavedStore;
  seen: SeenStore;
  snapshots: SnapshotStore;
  subscribers: SubscriberStore;
  subscriptions: SubscriptionStore;
  vectors: VectorStore;
};

export const createStores = (table: TableClient, blobs: BlobStore): Stores => ({
  articles: createArticleStore(table, blobs),
  blobs,
  entries: createEntryStore(table),
  feeds: createFeedStore(table),
  icons: createIconStore(table, blobs),
  jobs: createJobStore(table),
  keywords: createKeywordStore(table),
  profiles: createProfileStore(table),
  saved: createSavedStore(table, blobs),
  seen: createSeenStore(table),
  snapshots: createSnapshotStore(blobs),
  subscribers: createSubscriberStore(table),
  subscriptions: createSubscriptionStore(table),
  vectors: createVectorStore(table),
});
