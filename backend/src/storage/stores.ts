import type { Stores } from '../model/stores.ts';
import type { BlobStore } from '../model/article/article.ts';
import { createArticleStore, createVectorStore } from './article-store.ts';
import { createArrivalStore } from './arrival-store.ts';
import { createBookmarkStore } from './bookmark-store.ts';
import type { CompressionEffort } from './blobs/content-codec.ts';
import { createCrawlErrorStore, createCrawlLinkStore } from './crawls/crawl-link-store.ts';
import { createCrawlPageStore } from './crawls/crawl-page-store.ts';
import { createCrawlStore } from './crawls/crawl-store.ts';
import { createEntryNotesStore, createSearchRowsStore, createNotedTable } from './entry-notes.ts';
import { createEntryStore } from './entries/entry-store.ts';
import { createFeedStore } from './feed-store.ts';
import { createSitePageStore, createFeedPagesStore } from './site-page-store.ts';
import { createHostStore, createRobotsStore } from './host-store.ts';
import { createHubStore } from './hub-store.ts';
import { createIconStore, createImageSecretStore } from './image-stores.ts';
import {
  createInvitationStore,
  createLoginStore,
  createSessionStore,
  createIdentityStore,
} from './sign-in-stores.ts';
import { createJobLockStore, createJobPartStore } from './job-lock-store.ts';
import { createJobStore } from './job-store.ts';
import { createKeywordStore } from './keyword-store.ts';
import { createMachineTextStore } from './machine-text-store.ts';
import { createReadWatermarkStore } from './watermark-store.ts';
import { createNotifiedStore } from './notified-store.ts';
import { createProfileStore } from './profile-store.ts';
import { createReaderStore } from './reader-store.ts';
import { createRuleStore } from './rule-store.ts';
import { createSavedStore } from './saved-store.ts';
import { createSeenStore, createSnapshotStore } from './document-stores.ts';
import { createSiteSignInStore } from './site-sign-in-store.ts';
import { createStoryStore } from './story-store.ts';
import { createSubscriberStore } from './subscriber-store.ts';
import { createSubscriptionStore, createFolderStore } from './subscription-store.ts';
import type { TableClient } from './table/table.ts';
import { createLearningStore } from './learning-store.ts';
import { createHighlightStore } from './highlight-store.ts';
import { createDestinationStore, createSavedSearchStore, createTagStore } from './list-store.ts';
import { createFeedAddressStore, createTokenStore } from './token-store.ts';
import { createWaitingStore } from './waiting-store.ts';
import type { Clock } from '../lib/clock.ts';
import { accessItemsOf } from './upgrade/access-items.ts';

/** Creates all stores. `effort` applies to the compression of articles; default `thorough`. */
export const createStores = (table: TableClient, blobs: BlobStore, effort?: CompressionEffort): Stores => ({
  sitePages: createSitePageStore(table, blobs, effort),
  arrivals: createArrivalStore(table),
  articles: createArticleStore(table, blobs, effort),
  blobs,
  bookmarks: createBookmarkStore(table, blobs),
  crawls: createCrawlStore(table),
  crawlErrors: createCrawlErrorStore(table),
  crawlLinks: createCrawlLinkStore(table),
  crawlPages: createCrawlPageStore(table),
  entries: createEntryStore(table),
  entryNotes: createEntryNotesStore(table),
  feedPages: createFeedPagesStore(table),
  feeds: createFeedStore(table),
  folders: createFolderStore(table),
  highlights: createHighlightStore(table),
  hosts: createHostStore(table),
  hubs: createHubStore(table),
  icons: createIconStore(table, blobs),
  identities: createIdentityStore(table),
  imageSecrets: createImageSecretStore(table),
  invitations: createInvitationStore(table),
  jobs: createJobStore(table),
  jobLocks: createJobLockStore(table),
  jobParts: createJobPartStore(table),
  keywords: createKeywordStore(table),
  learning: createLearningStore(table),
  logins: createLoginStore(table),
  machineTexts: createMachineTextStore(table, blobs, effort),
  watermarks: createReadWatermarkStore(table),
  notified: createNotifiedStore(table),
  profiles: createProfileStore(table),
  readers: createReaderStore(table, blobs),
  robots: createRobotsStore(table),
  rules: createRuleStore(table),
  saved: createSavedStore(table, blobs, effort),
  savedSearches: createSavedSearchStore(table),
  searchRows: createSearchRowsStore(table),
  seen: createSeenStore(table),
  sessions: createSessionStore(accessItemsOf(table)),
  siteSignIns: createSiteSignInStore(table),
  snapshots: createSnapshotStore(blobs),
  stories: createStoryStore(table),
  subscribers: createSubscriberStore(table),
  subscriptions: createSubscriptionStore(table),
  destinations: createDestinationStore(table),
  tags: createTagStore(table),
  feedAddresses: createFeedAddressStore(accessItemsOf(table)),
  tokens: createTokenStore(accessItemsOf(table)),
  vectors: createVectorStore(table),
  waiting: createWaitingStore(table),
});

/** Creates all stores for one of several processes that write the table: it notes the entries of readers who search before it writes them. */
export const createNotedStores = (table: TableClient, blobs: BlobStore, now: Clock): Stores => {
  const stores = createStores(table, blobs);
  return { ...stores, entries: createEntryStore(createNotedTable(table, { notes: stores.entryNotes, now })) };
};
