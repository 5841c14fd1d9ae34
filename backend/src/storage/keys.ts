/*
 * Every key and index of the table is written here and nowhere else.
 *
 * | item           | PK                  | SK                                | carries                                   |
 * |----------------|---------------------|-----------------------------------|-------------------------------------------|
 * | Feed           | FEEDS#<shard>       | FEED#<feed_id>                    | what all readers share, schedule, health  |
 * | Alias          | FEEDS#<shard>       | FEED#<feed_id>                    | the feed that moved to this address       |
 * | Seen           | FEED#<feed_id>      | SEEN                              | one binary of known items, a version      |
 * | Icon           | FEED#<feed_id>      | ICON                              | the site's image                          |
 * | Subscriber     | FEED#<feed_id>      | SUBSCRIBER#<user_id>              | interval, for fan-out                     |
 * | Article        | ARTICLE#<article_id>| FEED#<feed_id>                    | one feed's version                        |
 * | Vector         | ARTICLE#<article_id>| VECTOR#<feed_id>                  | int8 embedding of that version            |
 * | Profile        | USER#<user_id>      | PROFILE                           | person, preferences, scores, leaving_at   |
 * | Subscription   | USER#<user_id>      | SUBSCRIPTION#<feed_id>            | folder, title, interval, unread count     |
 * | Keyword        | USER#<user_id>      | KEYWORD#<keyword_id>              | text, weight, is_active                   |
 * | Keyword vector | USER#<user_id>      | KEYWORDVECTOR#<keyword_id>        | embedding, calibration                    |
 * | Taste          | USER#<user_id>      | TASTE                             | mean of what is liked, a revision         |
 * | Read through   | USER#<user_id>      | TASTE#<created_at>#<article_id>   | vector of an article read to its end      |
 * | Entry          | USER#<user_id>      | ENTRY#<article_id>                | score, reasons, read, saved; four indexes |
 * | Saved          | USER#<user_id>      | SAVED#<article_id>                | the reader's own copy                     |
 * | Marks          | USER#<user_id>      | MARKS                             | watermarks: what counts as read before    |
 * | Job            | USER#<user_id>      | JOB#<job_id>                      | state, progress, result                   |
 * | Job part       | USER#<user_id>      | JOBPART#<job_id>#<part>           | feeds of a fetch job, rows of an import   |
 * | Job lock       | USER#<user_id>      | JOBLOCK#<kind>                    | the one running job of a kind, lease      |
 * | Identity       | IDENTITY#<identity> | IDENTITY                          | whose it is                               |
 * | Own identity   | USER#<user_id>      | IDENTITY#<identity_id>            | provider, e-mail, last used               |
 * | Session        | USER#<user_id>      | SESSION#<SHA-256 of the secret>   | device, e-mail, last seen, end            |
 * | Token          | USER#<user_id>      | TOKEN#<SHA-256 of the secret>     | name, scope, last used                    |
 * | Login          | LOGIN#<SHA-256>     | LOGIN                             | one sign-in under way: nonce, verifier    |
 * | Window         | LIMIT#<key hash>    | WINDOW                            | requests counted, end, ttl                |
 * | Listed reader  | READERS             | READER#<user_id>                  | for the owner's list: created_at          |
 * | Bookmark run   | BOOKMARKS           | RUN                               | lock, failures, when it may ask again     |
 * | Added links    | BOOKMARKS           | ADDED#<hash>                      | links whose bookmarks a run will count    |
 *
 * The indexes are local ones of USER#<user_id>, so that they can be read strongly; only entries carry their keys.
 *
 * | index         | sort key                                                     | for                               |
 * |---------------|--------------------------------------------------------------|-----------------------------------|
 * | by-time       | UNREAD or READ, # published_at # article_id                  | time order                        |
 * | by-importance | UNREAD or READ, # score # published_at # article_id          | importance order                  |
 * | by-feed       | FEED#<feed_id># UNREAD or READ # published_at # article_id   | one feed's list and unread count  |
 * | saved         | published_at # article_id, saved entries only                | the saved list                    |
 */
import type { Entry, EntryPosition } from '../articles/entry.ts';

export const primaryKey = { partition: 'PK', sort: 'SK' } as const;

/** Index name to the attribute that is its sort key. */
export const indexes = {
  'by-time': 'by_time',
  'by-importance': 'by_importance',
  'by-feed': 'by_feed',
  saved: 'saved',
} as const;

export type IndexName = keyof typeof indexes;

/** What every index carries beside the keys; fixed once the table lives. */
export const projectedAttributes = [
  'feed_ids',
  'link',
  'title',
  'excerpt',
  'published_at',
  'created_at',
  'is_date_estimated',
  'importance_score',
  'is_read',
  'is_saved',
  'expires_at',
  'top_reasons',
] as const;

export const timeToLiveAttribute = 'ttl';

export type Key = { PK: string; SK: string };

/** The id in a key that holds one: what follows the first `#`. */
export const idIn = (key: string): string => key.slice(key.indexOf('#') + 1);

const userPartition = (userId: string) => `USER#${userId}`;
const feedPartition = (feedId: string) => `FEED#${feedId}`;
const articlePartition = (articleId: string) => `ARTICLE#${articleId}`;

export const feedShards = Array.from('0123456789abcdef', (digit) => `FEEDS#${digit}`);
export const feedKey = (feedId: string): Key => ({ PK: `FEEDS#${feedId.charAt(0)}`, SK: `FEED#${feedId}` });
export const seenKey = (feedId: string): Key => ({ PK: feedPartition(feedId), SK: 'SEEN' });
export const iconKey = (feedId: string): Key => ({ PK: feedPartition(feedId), SK: 'ICON' });
export const subscriberKey = (feedId: string, userId: string): Key => ({
  PK: feedPartition(feedId),
  SK: `SUBSCRIBER#${userId}`,
});
export const articleKey = (articleId: string, feedId: string): Key => ({
  PK: articlePartition(articleId),
  SK: `FEED#${feedId}`,
});
export const vectorKey = (articleId: string, feedId: string): Key => ({
  PK: articlePartition(articleId),
  SK: `VECTOR#${feedId}`,
});
export const listedReaderKey = (userId: string): Key => ({ PK: 'READERS', SK: `READER#${userId}` });
export const profileKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'PROFILE' });
export const marksKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'MARKS' });
export const identityOwnerKey = (identityId: string): Key => ({
  PK: `IDENTITY#${identityId}`,
  SK: 'IDENTITY',
});
export const identityKey = (userId: string, identityId: string): Key => ({
  PK: userPartition(userId),
  SK: `IDENTITY#${identityId}`,
});
export const sessionKey = (userId: string, sessionId: string): Key => ({
  PK: userPartition(userId),
  SK: `SESSION#${sessionId}`,
});
export const tokenKey = (userId: string, tokenId: string): Key => ({
  PK: userPartition(userId),
  SK: `TOKEN#${tokenId}`,
});
/** By the SHA-256 of the state that the browser carries. */
export const loginKey = (loginId: string): Key => ({ PK: `LOGIN#${loginId}`, SK: 'LOGIN' });
export const subscriptionKey = (userId: string, feedId: string): Key => ({
  PK: userPartition(userId),
  SK: `SUBSCRIPTION#${feedId}`,
});
export const keywordKey = (userId: string, keywordId: string): Key => ({
  PK: userPartition(userId),
  SK: `KEYWORD#${keywordId}`,
});
export const keywordVectorKey = (userId: string, keywordId: string): Key => ({
  PK: userPartition(userId),
  SK: `KEYWORDVECTOR#${keywordId}`,
});
export const tasteKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'TASTE' });
export const readThroughKey = (userId: string, createdAt: string, articleId: string): Key => ({
  PK: userPartition(userId),
  SK: `TASTE#${createdAt}#${articleId}`,
});
export const entryKey = (userId: string, articleId: string): Key => ({
  PK: userPartition(userId),
  SK: `ENTRY#${articleId}`,
});
export const savedKey = (userId: string, articleId: string): Key => ({
  PK: userPartition(userId),
  SK: `SAVED#${articleId}`,
});
export const jobKey = (userId: string, jobId: string): Key => ({
  PK: userPartition(userId),
  SK: `JOB#${jobId}`,
});
export const jobPartKey = (userId: string, jobId: string, part: number): Key => ({
  PK: userPartition(userId),
  SK: `JOBPART#${jobId}#${String(part).padStart(4, '0')}`,
});
/** The job a part belongs to. */
export const jobIdInPart = (sortKey: string): string => sortKey.split('#').at(1) ?? '';
export const jobLockKey = (userId: string, kind: string): Key => ({
  PK: userPartition(userId),
  SK: `JOBLOCK#${kind}`,
});

/** By the SHA-256 of a rate limit's key, which names a person or an address. */
export const windowKey = (keyHash: string): Key => ({ PK: `LIMIT#${keyHash}`, SK: 'WINDOW' });

/*
 * Where content too large for its item lies. The name is made of the item, so that a retry writes the same blob. It has
 * what differs when the item is made anew later (an article that is fetched again, a copy that is saved again), so that
 * deleting the blob of an item that has had its time touches no newer one's.
 */
export const articleFolder = 'articles';
/** After so many days no article names what lies there: its own, and time for DynamoDB to have deleted it. */
export const contentDays = (articleRetentionDays: number) => articleRetentionDays + 30;
export const articleBlobName = (articleId: string, feedId: string, ttl: number) =>
  `${articleFolder}/${articleId}/${feedId}-${ttl}`;
export const savedBlobName = (userId: string, articleId: string, savedAt: string) =>
  `saved/${userId}/${articleId}-${Date.parse(savedAt)}`;
/** What the names of a reader's blobs begin with. */
export const savedBlobsOf = (userId: string) => `saved/${userId}/`;
export const iconBlobName = (feedId: string) => `icons/${feedId}`;
/** What lies here goes by itself after so many days: by the bucket's lifecycle, or by the local runner's daily sweep. */
export const snapshotFolder = 'snapshots';
export const snapshotDays = 30;
export const snapshotBlobName = (feedId: string) => `${snapshotFolder}/${feedId}`;

/** Every link that is asked for, with its count. */
export const bookmarkBlobName = 'bookmarks/links.json.gz';
export const bookmarkRunKey: Key = { PK: 'BOOKMARKS', SK: 'RUN' };
export const addedLinksKey = (name: string): Key => ({ PK: 'BOOKMARKS', SK: `ADDED#${name}` });

/** A partition and the prefix of the sort keys of one kind of item in it. */
export type ItemRange = { PK: string; prefix: string };

export const addedLinks: ItemRange = { PK: 'BOOKMARKS', prefix: 'ADDED#' };
export const feedsIn = (shard: string): ItemRange => ({ PK: shard, prefix: 'FEED#' });
export const vectorsOf = (articleId: string): ItemRange => ({
  PK: articlePartition(articleId),
  prefix: 'VECTOR#',
});
export const subscribersOf = (feedId: string): ItemRange => ({
  PK: feedPartition(feedId),
  prefix: 'SUBSCRIBER#',
});
export const listedReaders: ItemRange = { PK: 'READERS', prefix: 'READER#' };
/** Everything of a reader's own. */
export const itemsOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: '' });
export const subscriptionsOf = (userId: string): ItemRange => ({
  PK: userPartition(userId),
  prefix: 'SUBSCRIPTION#',
});
export const identitiesOf = (userId: string): ItemRange => ({
  PK: userPartition(userId),
  prefix: 'IDENTITY#',
});
export const sessionsOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'SESSION#' });
export const tokensOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'TOKEN#' });
export const keywordsOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'KEYWORD#' });
export const keywordVectorsOf = (userId: string): ItemRange => ({
  PK: userPartition(userId),
  prefix: 'KEYWORDVECTOR#',
});
export const readThroughOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'TASTE#' });
/** The taste and what it is made of. */
export const tastesOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'TASTE' });
export const savedOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'SAVED#' });
export const entriesOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'ENTRY#' });
export const jobsOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'JOB#' });
export const jobPartsOf = (userId: string, jobId: string): ItemRange => ({
  PK: userPartition(userId),
  prefix: `JOBPART#${jobId}#`,
});

/** 16 hex digits that sort as the scores do, for any score >= 0; `-` sorts before them all and stands for unscored. */
export const encodeScore = (score: number | null): string => {
  if (score === null) return '-';
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, score === 0 ? 0 : score);
  return bytes.getBigUint64(0).toString(16).padStart(16, '0');
};

export type ReadState = 'UNREAD' | 'READ';

export const timeRange = (state: ReadState) => `${state}#`;
export const feedRange = (feedId: string, state: ReadState) => `FEED#${feedId}#${state}#`;

const timeSuffix = (at: Pick<EntryPosition, 'published_at' | 'article_id'>) =>
  `${at.published_at}#${at.article_id}`;

/** Where a row stands, or would stand, in each index. */
export const positionIn = {
  'by-time': (state: ReadState, at: EntryPosition) => `${timeRange(state)}${timeSuffix(at)}`,
  'by-importance': (state: ReadState, at: EntryPosition) =>
    `${timeRange(state)}${encodeScore(at.importance_score)}#${timeSuffix(at)}`,
  'by-feed': (feedId: string, state: ReadState, at: EntryPosition) =>
    `${feedRange(feedId, state)}${timeSuffix(at)}`,
  saved: (at: EntryPosition) => timeSuffix(at),
};

/** The article's time in any of an entry's index keys: they all end in `published_at#article_id`. */
export const publishedAtIn = (indexKey: string): string | undefined => indexKey.split('#').at(-2);

/** The article in any of an entry's index keys. */
export const articleIdIn = (indexKey: string): string => indexKey.slice(indexKey.lastIndexOf('#') + 1);

export const entryIndexKeys = (
  entry: Pick<
    Entry,
    'is_read' | 'is_saved' | 'feed_ids' | 'importance_score' | 'published_at' | 'article_id'
  >,
) => {
  const state: ReadState = entry.is_read ? 'READ' : 'UNREAD';
  return {
    by_time: positionIn['by-time'](state, entry),
    by_importance: positionIn['by-importance'](state, entry),
    by_feed: positionIn['by-feed'](entry.feed_ids[0], state, entry),
    ...(entry.is_saved ? { saved: positionIn.saved(entry) } : {}),
  };
};
