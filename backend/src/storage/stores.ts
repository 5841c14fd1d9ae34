import type { IdentityStore } from '../accounts/identities/identity.ts';
import type { LoginStore } from '../accounts/sign-in/login.ts';
import type { ProfileStore } from '../model/reader/profile.ts';
import type { ReaderStore } from '../model/reader/reader.ts';
import type { WaitingStore } from '../model/reader/waiting.ts';
import type { SessionStore } from '../accounts/sessions/session.ts';
import type { TodayLinkStore } from '../accounts/today-links/today-link.ts';
import type { TokenStore } from '../accounts/tokens/token.ts';
import type { ArticlePageStore } from '../model/text/full-text.ts';
import type { FeedPagesStore } from '../model/text/text-mode.ts';
import type { ArticleStore, BlobStore, VectorStore } from '../model/article/article.ts';
import type { EntryStore, SavedStore } from '../model/article/entry.ts';
import type { ReadWatermarkStore } from '../model/article/watermark.ts';
import type { BookmarkStore } from '../model/article/bookmark.ts';
import type { CrawlStore } from '../model/crawl/crawl.ts';
import type { CrawlErrorStore, CrawlLinkStore, CrawlPageStore } from '../model/crawl/crawl-page.ts';
import type { FeedStore, SubscriberStore } from '../model/feed/feed.ts';
import type { HostStore } from '../pace/host-store.ts';
import type { RobotsStore } from '../robots/robots-record.ts';
import type { IconStore } from '../icons/icon.ts';
import type { ImageSecretStore } from '../images/image-key.ts';
import type { FolderStore } from '../model/feed/folder.ts';
import type { SubscriptionStore } from '../model/feed/subscription.ts';
import type { JobLockStore } from '../model/job/job-lock-store.ts';
import type { JobPartStore } from '../model/job/job-part.ts';
import type { JobStore } from '../model/job/job-store.ts';
import type { SeenStore } from '../model/feed/seen.ts';
import type { StoryStore } from '../model/story/story.ts';
import type { SnapshotStore } from '../model/feed/snapshot.ts';
import type { EntryNotesStore } from '../model/search/entry-notes.ts';
import type { SearchRowsStore } from '../model/search/search-rows.ts';
import type { SavedSearchStore } from '../model/search/saved-search.ts';
import type { RuleStore } from '../model/rules/rule.ts';
import type { KeywordStore } from '../model/score/keyword.ts';
import type { LearningStore } from '../model/learning/learning-store.ts';
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
import { createSavedSearchStore } from './searches/saved-search-store.ts';
import { createSearchRowsStore } from './searches/search-rows-store.ts';
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

export type Stores = {
  articlePages: ArticlePageStore;
  articles: ArticleStore;
  blobs: BlobStore;
  bookmarks: BookmarkStore;
  crawls: CrawlStore;
  crawlErrors: CrawlErrorStore;
  crawlLinks: CrawlLinkStore;
  crawlPages: CrawlPageStore;
  entries: EntryStore;
  entryNotes: EntryNotesStore;
  feedPages: FeedPagesStore;
  feeds: FeedStore;
  folders: FolderStore;
  hosts: HostStore;
  icons: IconStore;
  identities: IdentityStore;
  imageSecrets: ImageSecretStore;
  jobs: JobStore;
  jobLocks: JobLockStore;
  jobParts: JobPartStore;
  keywords: KeywordStore;
  learning: LearningStore;
  logins: LoginStore;
  marks: ReadWatermarkStore;
  profiles: ProfileStore;
  readers: ReaderStore;
  robots: RobotsStore;
  rules: RuleStore;
  saved: SavedStore;
  savedSearches: SavedSearchStore;
  searchRows: SearchRowsStore;
  seen: SeenStore;
  sessions: SessionStore;
  snapshots: SnapshotStore;
  stories: StoryStore;
  subscribers: SubscriberStore;
  subscriptions: SubscriptionStore;
  todayLinks: TodayLinkStore;
  tokens: TokenStore;
  vectors: VectorStore;
  waiting: WaitingStore;
};

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
