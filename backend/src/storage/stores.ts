import type { IdentityStore } from '../accounts/identity.ts';
import type { LoginStore } from '../accounts/login.ts';
import type { ProfileStore } from '../accounts/profile.ts';
import type { ReaderStore } from '../accounts/reader.ts';
import type { SessionStore } from '../accounts/session.ts';
import type { TokenStore } from '../accounts/token.ts';
import type { ArticleStore, BlobStore, VectorStore } from '../articles/article.ts';
import type { EntryStore, SavedStore } from '../articles/entry.ts';
import type { MarkStore } from '../articles/marks.ts';
import type { BookmarkStore } from '../bookmarks/bookmark.ts';
import type { FeedStore, SubscriberStore } from '../feeds/feed.ts';
import type { IconStore } from '../feeds/icon.ts';
import type { SubscriptionStore } from '../feeds/subscription.ts';
import type { JobStore } from '../jobs/job.ts';
import type { SeenStore } from '../refresh/seen.ts';
import type { SnapshotStore } from '../refresh/snapshot.ts';
import type { KeywordStore } from '../scoring/keyword.ts';
import type { TasteStore } from '../scoring/taste.ts';
import { createArticleStore } from './article-store.ts';
import { createBookmarkStore } from './bookmark-store.ts';
import type { CompressionEffort } from './content-codec.ts';
import { createEntryStore } from './entry-store.ts';
import { createFeedStore, createSubscriberStore } from './feed-store.ts';
import { createIconStore } from './icon-store.ts';
import { createIdentityStore } from './identity-store.ts';
import { createJobStore } from './job-store.ts';
import { createKeywordStore } from './keyword-store.ts';
import { createLoginStore } from './login-store.ts';
import { createMarkStore } from './mark-store.ts';
import { createProfileStore } from './profile-store.ts';
import { createReaderStore } from './reader-store.ts';
import { createSavedStore } from './saved-store.ts';
import { createSeenStore } from './seen-store.ts';
import { createSessionStore } from './session-store.ts';
import { createSnapshotStore } from './snapshot-store.ts';
import { createSubscriptionStore } from './subscription-store.ts';
import type { TableClient } from './table.ts';
import { createTasteStore } from './taste-store.ts';
import { createTokenStore } from './token-store.ts';
import { createVectorStore } from './vector-store.ts';

export type Stores = {
  articles: ArticleStore;
  blobs: BlobStore;
  bookmarks: BookmarkStore;
  entries: EntryStore;
  feeds: FeedStore;
  icons: IconStore;
  identities: IdentityStore;
  jobs: JobStore;
  keywords: KeywordStore;
  logins: LoginStore;
  marks: MarkStore;
  profiles: ProfileStore;
  readers: ReaderStore;
  saved: SavedStore;
  seen: SeenStore;
  sessions: SessionStore;
  snapshots: SnapshotStore;
  subscribers: SubscriberStore;
  subscriptions: SubscriptionStore;
  tastes: TasteStore;
  tokens: TokenStore;
  vectors: VectorStore;
};

/** `effort` is that of compressing texts; `thorough` unless named. */
export const createStores = (table: TableClient, blobs: BlobStore, effort?: CompressionEffort): Stores => ({
  articles: createArticleStore(table, blobs, effort),
  blobs,
  bookmarks: createBookmarkStore(table, blobs),
  entries: createEntryStore(table),
  feeds: createFeedStore(table),
  icons: createIconStore(table, blobs),
  identities: createIdentityStore(table),
  jobs: createJobStore(table),
  keywords: createKeywordStore(table),
  logins: createLoginStore(table),
  marks: createMarkStore(table),
  profiles: createProfileStore(table),
  readers: createReaderStore(table, blobs),
  saved: createSavedStore(table, blobs, effort),
  seen: createSeenStore(table),
  sessions: createSessionStore(table),
  snapshots: createSnapshotStore(blobs),
  subscribers: createSubscriberStore(table),
  subscriptions: createSubscriptionStore(table),
  tastes: createTasteStore(table),
  tokens: createTokenStore(table),
  vectors: createVectorStore(table),
});
