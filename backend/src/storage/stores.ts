import type { Stores } from '../model/stores.ts';
import type { BlobStore } from '../model/article/article.ts';
import { createArticleStore } from './articles/article-store.ts';
import { createBookmarkStore } from './bookmarks/bookmark-store.ts';
import type { CompressionEffort } from './blobs/content-codec.ts';
import { createCrawlErrorStore } from './crawls/crawl-error-store.ts';
import { createCrawlLinkStore } from './crawls/crawl-link-store.ts';
import { createCrawlPageStore } from './crawls/crawl-page-store.ts';
import { createCrawlStore } from './crawls/crawl-store.ts';
import { createEntryNotesStore } from './entry-notes/entry-notes-store.ts';
import { createEntryStore } from './entries/entry-store.ts';
import { createFeedStore, createSubscriberStore } from './feeds/feed-store.ts';
import { createArticlePageStore } from './full-texts/article-page-store.ts';
import { createFeedPagesStore } from './full-texts/feed-pages-store.ts';
import { createFolderStore } from './folders/folder-store.ts';
import { createHostStore } from './hosts/host-store.ts';
import { createIconStore } from './icons/icon-store.ts';
import { createImageSecretStore } from './images/image-secret-store.ts';
import { createIdentityStore } from './identities/identity-store.ts';
import { createJobLockStore } from './jobs/job-lock-store.ts';
import { createJobPartStore } from './jobs/job-part-store.ts';
import { createJobStore } from './jobs/job-store.ts';
import { createKeywordStore } from './keywords/keyword-store.ts';
import { createLoginStore } from './logins/login-store.ts';
import { createReadWatermarkStore } from './watermarks/watermark-store.ts';
import { createProfileStore } from './profiles/profile-store.ts';
import { createReaderStore } from './readers/reader-store.ts';
import { createRobotsStore } from './robots/robots-store.ts';
import { createRuleStore } from './rules/rule-store.ts';
import { createSavedStore } from './saved/saved-store.ts';
import { createSavedSearchStore, createSearchRowsStore } from './searches/search-stores.ts';
import { createSeenStore } from './seen/seen-store.ts';
import { createSessionStore } from './sessions/session-store.ts';
import { createSnapshotStore } from './snapshots/snapshot-store.ts';
import { createStoryStore } from './stories/story-store.ts';
import { createSubscriptionStore } from './subscriptions/subscription-store.ts';
import type { TableClient } from './table/table.ts';
import { createLearningStore } from './learning/learning-store.ts';
import { createTodayLinkStore } from './tokens/today-link-store.ts';
import { createTokenStore } from './tokens/token-store.ts';
import { createWaitingStore } from './waiting/waiting-store.ts';
import { createVectorStore } from './vectors/vector-store.ts';

/** Creates all stores. `effort` applies to the compression of articles; default `thorough`. */
export const createStores = (table: TableClient, blobs: BlobStore, effort?: CompressionEffort): Stores => ({
  articlePages: createArticlePageStore(table, blobs, effort),
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
  hosts: createHostStore(table),
  icons: createIconStore(table, blobs),
  identities: createIdentityStore(table),
  imageSecrets: createImageSecretStore(table),
  jobs: createJobStore(table),
  jobLocks: createJobLockStore(table),
  jobParts: createJobPartStore(table),
  keywords: createKeywordStore(table),
  learning: createLearningStore(table),
  logins: createLoginStore(table),
  marks: createReadWatermarkStore(table),
  profiles: createProfileStore(table),
  readers: createReaderStore(table, blobs),
  robots: createRobotsStore(table),
  rules: createRuleStore(table),
  saved: createSavedStore(table, blobs, effort),
  savedSearches: createSavedSearchStore(table),
  searchRows: createSearchRowsStore(table),
  seen: createSeenStore(table),
  sessions: createSessionStore(table),
  snapshots: createSnapshotStore(blobs),
  stories: createStoryStore(table),
  subscribers: createSubscriberStore(table),
  subscriptions: createSubscriptionStore(table),
  todayLinks: createTodayLinkStore(table),
  tokens: createTokenStore(table),
  vectors: createVectorStore(table),
  waiting: createWaitingStore(table),
});
