/*
 * Every key and index of the table is written here and nowhere else.
 *
 * | item           | PK                  | SK                                | carries                                   |
 * |----------------|---------------------|-----------------------------------|-------------------------------------------|
 * | Feed           | FEEDS#<shard>       | FEED#<feed_id>                    | what all readers share, schedule, health  |
 * | Alias          | FEEDS#<shard>       | FEED#<feed_id>                    | the feed that moved to this address       |
 * | Seen           | FEED#<feed_id>      | SEEN                              | one binary of known items, a version      |
 * | Icon           | FEED#<feed_id>      | ICON                              | the site's image                          |
 * | Feed's sign-in | FEED#<feed_id>      | SIGNIN                            | of a private feed: encrypted headers, origin |
 * | Feed's pages   | FEED#<feed_id>      | PAGES                             | pages asked for today, samples of texts   |
 * | Subscriber     | FEED#<feed_id>      | SUBSCRIBER#<user_id>              | interval, for fan-out                     |
 * | Article        | ARTICLE#<article_id>| FEED#<feed_id>                    | one feed's version                        |
 * | Vector         | ARTICLE#<article_id>| VECTOR#<feed_id>                  | int8 embedding of that version            |
 * | Article's page | ARTICLE#<article_id>| PAGE                              | the text of its page, or why there is none|
 * | Machine text   | ARTICLE#<article_id>| MACHINE#<version>                 | what a model made of a text, or a claim, ttl |
 * | Profile        | USER#<user_id>      | PROFILE                           | person, preferences, leaving_at       |
 * | Subscription   | USER#<user_id>      | SUBSCRIPTION#<feed_id>            | folder, interval, unread count, leaving   |
 * | Folder         | USER#<user_id>      | FOLDER#<name>                     | position                                  |
 * | Places         | USER#<user_id>      | PLACES                            | number of subscriptions, for the limit    |
 * | Keyword        | USER#<user_id>      | KEYWORD#<keyword_id>              | text, weight, is_active                   |
 * | Keyword vector | USER#<user_id>      | KEYWORDVECTOR#<keyword_id>        | embedding                                 |
 * | Rules          | USER#<user_id>      | RULES                             | one binary of the rules, a revision       |
 * | Rule counts    | USER#<user_id>      | RULES#COUNTS                      | what each rule matched, a revision        |
 * | Saved searches | USER#<user_id>      | SEARCHES                          | all of them in order, a revision          |
 * | Destinations   | USER#<user_id>      | DESTINATIONS                      | where articles are sent to, a revision    |
 * | Sent           | USER#<user_id>      | SENT#<destination_id>#<article_id> | that a saved article was sent there, ttl |
 * | Tags           | USER#<user_id>      | TAGS                              | names of the reader's tags, a revision    |
 * | Search rows    | USER#<user_id>      | SEARCHROWS                        | digest of the rows kept for searches      |
 * | Entry notes    | USER#<user_id>      | ENTRYNOTES                        | since when writes of entries are noted    |
 * | Entry note     | USER#<user_id>      | ENTRYNOTE#<time>#<article_id>     | an entry that is about to be written, ttl |
 * | Learner        | USER#<user_id>      | LEARNING                          | what was learned, a revision              |
 * | Passed by      | USER#<user_id>      | LEARNINGPASSED                    | ids of articles shown and not opened      |
 * | Signal         | USER#<user_id>      | LEARNING#<created_at>#<article_id> | what a reader said of an article, vector  |
 * | Entry          | USER#<user_id>      | ENTRY#<article_id>                | score, reasons, read, saved; four indexes |
 * | Saved          | USER#<user_id>      | SAVED#<article_id>                | the reader's own copy                     |
 * | Highlight      | USER#<user_id>      | HIGHLIGHT#<article_id>#<highlight_id> | a marked passage, its note, the article's title |
 * | Marks          | USER#<user_id>      | MARKS                             | watermarks: what counts as read before    |
 * | Job            | USER#<user_id>      | JOB#<job_id>                      | state, progress, result                   |
 * | Job part       | USER#<user_id>      | JOBPART#<job_id>#<part>           | feeds of a fetch job, rows of an import   |
 * | Job lock       | USER#<user_id>      | JOBLOCK#<kind>                    | the one running job of a kind, lease      |
 * | Identity       | IDENTITY#<identity> | IDENTITY                          | whose it is, hash of a password, passkey  |
 * | Invitation     | INVITATION#<SHA-256>| INVITATION                        | a link that works once: purpose, end, ttl |
 * | Owner          | OWNER               | OWNER                             | the owner by invitation                   |
 * | Own identity   | USER#<user_id>      | IDENTITY#<identity_id>            | provider, e-mail, last used               |
 * | Session        | ACCESS#<user_id>    | SESSION#<SHA-256 of the secret>   | device, e-mail, last seen, end            |
 * | Token          | ACCESS#<user_id>    | TOKEN#<SHA-256 of the secret>     | name, scope, last used                    |
 * | Today's link   | ACCESS#<user_id>    | FEEDADDRESS#<SHA-256 of the secret> | name, last used                           |
 * | Format         | FORMAT              | FORMAT                            | which migrations a table of DynamoDB had  |
 * | Image secret   | IMAGES              | SECRET                            | what the keys of image addresses are made of |
 * | Login          | LOGIN#<SHA-256>     | LOGIN                             | one sign-in under way: nonce, verifier    |
 * | Window         | LIMIT#<key hash>    | WINDOW                            | requests counted, end, ttl                |
 * | Hub subscription | WEBSUB#<id>       | HUB                               | hub, topic and secret of a feed, ttl      |
 * | Host's turn    | HOST#<host name>    | TURN                              | when it may be requested next, its line   |
 * | Robots         | HOST#<host name>    | ROBOTS#<scheme>#<port>            | rules of robots.txt, when it is asked     |
 * | Story text     | STORIES             | TEXT#<written_at>#<article_id>    | what articles to come are compared with   |
 * | Story member   | STORIES             | MEMBER#<written_at>#<article_id>  | the story that an article joined          |
 * | Listed reader  | READERS             | READER#<user_id>                  | for the owner's list: created_at          |
 * | Waiting reader | WAITING             | READER#<user_id>                  | since when the model did not answer       |
 * | Notified reader | NOTIFIED           | READER#<user_id>                  | settings, channels, what was told and kept, a revision |
 * | Month of the model | TEXTMODEL       | MONTH#<year-month>                | what it cost, with what is reserved, ttl  |
 * | Bookmark run   | BOOKMARKS           | RUN                               | lock, failures, when it may ask again     |
 * | Added links    | BOOKMARKS           | ADDED#<hash>                      | links whose bookmarks a run will count    |
 * | Crawl          | USER#<user_id>      | CRAWL#<crawl_id>                  | settings, estimate, end                   |
 * | Crawl figures  | CRAWL#<crawl_id>    | FIGURES                           | counts of the crawl                       |
 * | Crawl host     | CRAWL#<crawl_id>    | HOST#<host>                       | pages found, when it may be asked again   |
 * | Crawl variants | CRAWL#<crawl_id>    | VARIANTS#<path hash>              | pages that differ in their query alone    |
 * | Crawled page   | CRAWL#<crawl_id>    | PAGE#<page_id>                    | queue item and result; four indexes       |
 * | Crawled links  | CRAWL#<crawl_id>    | LINKS#<page_id>                   | one binary of the page's links            |
 * | Crawl targets  | CRAWL#<crawl_id>    | TARGETS#<page_id>                 | ids of the pages to which the page links  |
 * | Crawl error    | CRAWL#<crawl_id>    | ERROR#<time>#<page_id>            | one failed attempt                        |
 *
 * The indexes are local ones of USER#<user_id>, so that they can be read strongly; only entries carry their keys there.
 *
 * | index         | sort key                                                     | for                               |
 * |---------------|--------------------------------------------------------------|-----------------------------------|
 * | by-time       | UNREAD or READ, # published_at # article_id                  | time order                        |
 * | by-importance | UNREAD or READ, # order # published_at # article_id          | importance order                  |
 * | by-feed       | FEED#<feed_id># UNREAD or READ # published_at # article_id   | one feed's list and unread count  |
 * | saved         | saved_at # published_at # article_id, saved entries only     | the saved list                    |
 *
 * Entries that were saved before `saved_at` was stored have no such part in the index `saved`.
 *
 * Crawled pages use the same indexes within CRAWL#<crawl_id>.
 *
 * | index         | sort key                                                     | for                               |
 * |---------------|--------------------------------------------------------------|-----------------------------------|
 * | by-time       | state # added_at # page_id                                   | pages by state, the oldest first  |
 * | by-feed       | QUEUED # host # due_at # page_id, while queued               | the next pages of a host          |
 * | by-feed       | CONTENT # content_hash # page_id, once completed             | pages by the hash of their text   |
 * | by-importance | STATUS # status_code # page_id                               | pages by status code              |
 * | saved         | SLOW # milliseconds # page_id                                | the slowest pages                 |
 */
import type { Entry, EntryPosition } from '../../model/article/entry.ts';
import type { MachineTextKey } from '../../model/text/text-model.ts';

export const primaryKey = { partition: 'PK', sort: 'SK' } as const;

/** The attribute that is the sort key of each index, by the index's name. */
export const indexes = {
  'by-time': 'by_time',
  'by-importance': 'by_importance',
  'by-feed': 'by_feed',
  saved: 'saved',
} as const;

export type IndexName = keyof typeof indexes;

/** The attributes that every index carries in addition to the keys. They cannot be changed once the table exists. */
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
  // A map for further fields of a list row (`rowExtra` of the contract, and when it was read), so that they need no new
  // table.
  'extra',
] as const;

export const timeToLiveAttribute = 'ttl';

export type Key = { PK: string; SK: string };

/** Returns the id in a key: the text after the first `#`. */
export const idIn = (key: string): string => key.slice(key.indexOf('#') + 1);

const userPartition = (userId: string) => `USER#${userId}`;
/** The partition of what opens a reader's account. Functions that read documents of others have no right to it. */
const accessPartition = (userId: string) => `ACCESS#${userId}`;
const feedPartition = (feedId: string) => `FEED#${feedId}`;
const articlePartition = (articleId: string) => `ARTICLE#${articleId}`;

export const feedShards = Array.from('0123456789abcdef', (digit) => `FEEDS#${digit}`);
export const feedKey = (feedId: string): Key => ({ PK: `FEEDS#${feedId.charAt(0)}`, SK: `FEED#${feedId}` });
export const seenKey = (feedId: string): Key => ({ PK: feedPartition(feedId), SK: 'SEEN' });
export const iconKey = (feedId: string): Key => ({ PK: feedPartition(feedId), SK: 'ICON' });
export const siteSignInKey = (feedId: string): Key => ({ PK: feedPartition(feedId), SK: 'SIGNIN' });
export const feedPagesKey = (feedId: string): Key => ({ PK: feedPartition(feedId), SK: 'PAGES' });
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
export const sitePageKey = (articleId: string): Key => ({ PK: articlePartition(articleId), SK: 'PAGE' });
/** Returns the key of what a model made of an article, by the digest of all that it depends on. */
export const machineTextKey = ({ article_id, version }: MachineTextKey): Key => ({
  PK: articlePartition(article_id),
  SK: `MACHINE#${version}`,
});
export const textModelMonthKey = (month: string): Key => ({ PK: 'TEXTMODEL', SK: `MONTH#${month}` });
/** The partition of what is known of stories, which is the same for all readers. */
const STORIES = 'STORIES';
export const storyTextKey = (writtenAt: string, articleId: string): Key => ({
  PK: STORIES,
  SK: `TEXT#${writtenAt}#${articleId}`,
});
export const storyMemberKey = (writtenAt: string, articleId: string): Key => ({
  PK: STORIES,
  SK: `MEMBER#${writtenAt}#${articleId}`,
});
/** Returns the time in the sort key of a story's text or member. */
export const timeInStoryKey = (sortKey: string): string => sortKey.split('#').at(1) ?? '';
export const waitingReaderKey = (userId: string): Key => ({ PK: 'WAITING', SK: `READER#${userId}` });
export const notifiedKey = (userId: string): Key => ({ PK: 'NOTIFIED', SK: `READER#${userId}` });
export const listedReaderKey = (userId: string): Key => ({ PK: 'READERS', SK: `READER#${userId}` });
export const profileKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'PROFILE' });
/** The profiles of all readers: the beginnings of their partitions and of their sort keys. */
export const profiles = { partitions: 'USER#', items: ['PROFILE'] } as const;
export const marksKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'MARKS' });
export const identityOwnerKey = (identityId: string): Key => ({
  PK: `IDENTITY#${identityId}`,
  SK: 'IDENTITY',
});
export const identityKey = (userId: string, identityId: string): Key => ({
  PK: userPartition(userId),
  SK: `IDENTITY#${identityId}`,
});
/** Returns the key of an invitation, by the SHA-256 of the code in its link. */
export const invitationKey = (invitationId: string): Key => ({
  PK: `INVITATION#${invitationId}`,
  SK: 'INVITATION',
});
export const ownerKey: Key = { PK: 'OWNER', SK: 'OWNER' };
export const sessionKey = (userId: string, sessionId: string): Key => ({
  PK: accessPartition(userId),
  SK: `SESSION#${sessionId}`,
});
export const tokenKey = (userId: string, tokenId: string): Key => ({
  PK: accessPartition(userId),
  SK: `TOKEN#${tokenId}`,
});
export const feedAddressKey = (userId: string, addressId: string): Key => ({
  PK: accessPartition(userId),
  SK: `FEEDADDRESS#${addressId}`,
});
/** The partitions before format 2 of what opens a reader's account, and the beginnings of its sort keys. */
export const formerAccess = { partitions: 'USER#', items: ['SESSION#', 'TOKEN#', 'FEEDADDRESS#'] } as const;
/** Returns the partition in which a reader's sessions and tokens were before format 2, by today's. */
export const formerAccessPartition = (partition: string): string => userPartition(idIn(partition));
/** Returns the key that an item has since format 2; null if it stays where it is. */
export const keySinceFormat2 = ({ PK, SK }: Key): Key | null =>
  PK.startsWith(formerAccess.partitions) && formerAccess.items.some((prefix) => SK.startsWith(prefix))
    ? { PK: accessPartition(idIn(PK)), SK }
    : null;
/** The key of the item that says of which format a table of DynamoDB is. */
export const formatKey: Key = { PK: 'FORMAT', SK: 'FORMAT' };
export const imageSecretKey: Key = { PK: 'IMAGES', SK: 'SECRET' };
/** Returns the key of a sign-in, by the SHA-256 of the state that the browser carries. */
export const loginKey = (loginId: string): Key => ({ PK: `LOGIN#${loginId}`, SK: 'LOGIN' });
export const subscriptionKey = (userId: string, feedId: string): Key => ({
  PK: userPartition(userId),
  SK: `SUBSCRIPTION#${feedId}`,
});
export const folderKey = (userId: string, name: string): Key => ({
  PK: userPartition(userId),
  SK: `FOLDER#${name}`,
});
/** Returns the key of the count of a reader's subscriptions. */
export const placesKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'PLACES' });
export const keywordKey = (userId: string, keywordId: string): Key => ({
  PK: userPartition(userId),
  SK: `KEYWORD#${keywordId}`,
});
export const keywordVectorKey = (userId: string, keywordId: string): Key => ({
  PK: userPartition(userId),
  SK: `KEYWORDVECTOR#${keywordId}`,
});
export const rulesKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'RULES' });
export const destinationsKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'DESTINATIONS' });
export const sentKey = ({
  user_id,
  destination_id,
  article_id,
}: {
  user_id: string;
  destination_id: string;
  article_id: string;
}): Key => ({ PK: userPartition(user_id), SK: `SENT#${destination_id}#${article_id}` });
export const tagsKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'TAGS' });
export const searchesKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'SEARCHES' });
export const searchRowsKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'SEARCHROWS' });
export const entryNotesKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'ENTRYNOTES' });
export const entryNoteKey = (userId: string, time: string, articleId: string): Key => ({
  PK: userPartition(userId),
  SK: `ENTRYNOTE#${time}#${articleId}`,
});
/** Returns what a note is of. */
export const notedIn = (sortKey: string): string => sortKey.split('#').at(2) ?? '';
export const ruleCountsKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'RULES#COUNTS' });
export const learnerKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'LEARNING' });
export const passedKey = (userId: string): Key => ({ PK: userPartition(userId), SK: 'LEARNINGPASSED' });
export const signalKey = (userId: string, createdAt: string, articleId: string): Key => ({
  PK: userPartition(userId),
  SK: `LEARNING#${createdAt}#${articleId}`,
});
export const entryKey = (userId: string, articleId: string): Key => ({
  PK: userPartition(userId),
  SK: `ENTRY#${articleId}`,
});
export const savedKey = (userId: string, articleId: string): Key => ({
  PK: userPartition(userId),
  SK: `SAVED#${articleId}`,
});
export const highlightKey = (
  userId: string,
  { article_id, highlight_id }: { article_id: string; highlight_id: string },
): Key => ({ PK: userPartition(userId), SK: `HIGHLIGHT#${article_id}#${highlight_id}` });
export const jobKey = (userId: string, jobId: string): Key => ({
  PK: userPartition(userId),
  SK: `JOB#${jobId}`,
});
export const jobPartKey = (userId: string, jobId: string, part: number): Key => ({
  PK: userPartition(userId),
  SK: `JOBPART#${jobId}#${String(part).padStart(4, '0')}`,
});
/** Returns the id of the job that a part belongs to. */
export const jobIdInPart = (sortKey: string): string => sortKey.split('#').at(1) ?? '';
export const jobLockKey = (userId: string, kind: string): Key => ({
  PK: userPartition(userId),
  SK: `JOBLOCK#${kind}`,
});

export const crawlKey = (userId: string, crawlId: string): Key => ({
  PK: userPartition(userId),
  SK: `CRAWL#${crawlId}`,
});
const crawlPartition = (crawlId: string) => `CRAWL#${crawlId}`;
export const crawlFiguresKey = (crawlId: string): Key => ({ PK: crawlPartition(crawlId), SK: 'FIGURES' });
export const crawlHostKey = (crawlId: string, host: string): Key => ({
  PK: crawlPartition(crawlId),
  SK: `HOST#${host}`,
});
export const crawlVariantsKey = (crawlId: string, pathHash: string): Key => ({
  PK: crawlPartition(crawlId),
  SK: `VARIANTS#${pathHash}`,
});
export const crawlPageKey = (crawlId: string, pageId: string): Key => ({
  PK: crawlPartition(crawlId),
  SK: `PAGE#${pageId}`,
});
export const crawlLinksKey = (crawlId: string, pageId: string): Key => ({
  PK: crawlPartition(crawlId),
  SK: `LINKS#${pageId}`,
});
export const crawlTargetsKey = (crawlId: string, pageId: string): Key => ({
  PK: crawlPartition(crawlId),
  SK: `TARGETS#${pageId}`,
});
export const crawlErrorKey = (crawlId: string, place: string): Key => ({
  PK: crawlPartition(crawlId),
  SK: `ERROR#${place}`,
});

/** Returns the key of a window, by the SHA-256 of the rate limit's key, because that names a person or an address. */
export const windowKey = (keyHash: string): Key => ({ PK: `LIMIT#${keyHash}`, SK: 'WINDOW' });
/** Returns the key of an origin's robots.txt; the port is empty if it is the default of the scheme. */
export const robotsKey = (origin: string): Key => {
  // `hash` is the robot, with its `#`, and empty for Omomi.
  const { protocol, hostname, port, hash } = new URL(origin);
  return { PK: `HOST#${hostname}`, SK: `ROBOTS#${protocol.slice(0, -1)}#${port}${hash}` };
};
/** Returns the key of a subscription at a hub, whose id is the secret part of the address that the hub calls. */
export const hubKey = (id: string): Key => ({ PK: `WEBSUB#${id}`, SK: 'HUB' });
export const hostTurnKey = (hostname: string): Key => ({ PK: `HOST#${hostname}`, SK: 'TURN' });

/*
 * The folder and names of content that is too large for its item. The name is derived from the item, so that a retry
 * writes the same blob. It includes what differs when the item is made again later (an article that is fetched again, a
 * copy that is saved again). Deleting the blob of an expired item then never affects a newer item.
 */
export const articleFolder = 'articles';
/**
 * Returns the number of days after which no article names its content any more: the retention, plus 30 days in which
 * DynamoDB has deleted the article.
 */
export const contentDays = (articleRetentionDays: number) => articleRetentionDays + 30;
export const articleBlobName = (articleId: string, feedId: string, ttl: number) =>
  `${articleFolder}/${articleId}/${feedId}-${ttl}`;
export const sitePageBlobName = (articleId: string, ttl: number) =>
  `${articleFolder}/${articleId}/page-${ttl}`;
export const machineTextBlobName = ({ article_id, version }: MachineTextKey, ttl: number) =>
  `${articleFolder}/${article_id}/machine-${version}-${ttl}`;
export const savedBlobName = (userId: string, articleId: string, savedAt: string) =>
  `saved/${userId}/${articleId}-${Date.parse(savedAt)}`;
/** Returns the prefix of the names of a reader's blobs. */
export const savedBlobsOf = (userId: string) => `saved/${userId}/`;
export const iconBlobName = (feedId: string) => `icons/${feedId}`;
/**
 * The folder of snapshots. They are deleted after `snapshotDays` days by the bucket's lifecycle or the local runner's
 * daily sweep.
 */
export const snapshotFolder = 'snapshots';
export const snapshotDays = 365;
export const snapshotBlobName = (feedId: string) => `${snapshotFolder}/${feedId}`;

/** The name of the blob with every counted link and its count. */
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
export const storyTexts: ItemRange = { PK: STORIES, prefix: 'TEXT#' };
export const storyMembers: ItemRange = { PK: STORIES, prefix: 'MEMBER#' };
export const waitingReaders: ItemRange = { PK: 'WAITING', prefix: 'READER#' };
export const notifiedReaders: ItemRange = { PK: 'NOTIFIED', prefix: 'READER#' };
export const listedReaders: ItemRange = { PK: 'READERS', prefix: 'READER#' };
/** Returns the range of all items in a reader's partition. */
export const itemsOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: '' });
export const subscriptionsOf = (userId: string): ItemRange => ({
  PK: userPartition(userId),
  prefix: 'SUBSCRIPTION#',
});
export const identitiesOf = (userId: string): ItemRange => ({
  PK: userPartition(userId),
  prefix: 'IDENTITY#',
});
export const sessionsOf = (userId: string): ItemRange => ({
  PK: accessPartition(userId),
  prefix: 'SESSION#',
});
export const tokensOf = (userId: string): ItemRange => ({ PK: accessPartition(userId), prefix: 'TOKEN#' });
export const feedAddressesOf = (userId: string): ItemRange => ({
  PK: accessPartition(userId),
  prefix: 'FEEDADDRESS#',
});
export const foldersOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'FOLDER#' });
export const keywordsOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'KEYWORD#' });
/** Returns the range of a reader's keywords and of their vectors. */
export const keywordsAndVectorsOf = (userId: string): ItemRange => ({
  PK: userPartition(userId),
  prefix: 'KEYWORD',
});
export const signalsOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'LEARNING#' });
/** Returns the range of all that was learned from a reader, and what it was learned from. */
export const learnedOf = (userId: string): ItemRange => ({
  PK: userPartition(userId),
  prefix: 'LEARNING',
});
export const savedOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'SAVED#' });
export const highlightsOf = (userId: string): ItemRange => ({
  PK: userPartition(userId),
  prefix: 'HIGHLIGHT#',
});
/** Returns the range of the marked passages of one article. */
export const highlightsIn = (userId: string, articleId: string): ItemRange => ({
  PK: userPartition(userId),
  prefix: `HIGHLIGHT#${articleId}#`,
});
export const entryNotesOf = (userId: string): ItemRange => ({
  PK: userPartition(userId),
  prefix: 'ENTRYNOTE#',
});
export const entriesOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'ENTRY#' });
export const jobsOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'JOB#' });
export const jobPartsOf = (userId: string, jobId: string): ItemRange => ({
  PK: userPartition(userId),
  prefix: `JOBPART#${jobId}#`,
});

export const crawlsOf = (userId: string): ItemRange => ({ PK: userPartition(userId), prefix: 'CRAWL#' });
/** Returns the range of all items in the partition of a crawl. */
export const itemsOfCrawl = (crawlId: string): ItemRange => ({ PK: crawlPartition(crawlId), prefix: '' });
export const crawlHostsOf = (crawlId: string): ItemRange => ({
  PK: crawlPartition(crawlId),
  prefix: 'HOST#',
});
export const crawlPagesOf = (crawlId: string): ItemRange => ({
  PK: crawlPartition(crawlId),
  prefix: 'PAGE#',
});
export const crawlLinksOf = (crawlId: string): ItemRange => ({
  PK: crawlPartition(crawlId),
  prefix: 'LINKS#',
});
export const crawlTargetsOf = (crawlId: string): ItemRange => ({
  PK: crawlPartition(crawlId),
  prefix: 'TARGETS#',
});
export const crawlErrorsOf = (crawlId: string): ItemRange => ({
  PK: crawlPartition(crawlId),
  prefix: 'ERROR#',
});

/** The beginnings of the index keys of crawled pages, by the list that they make. */
export const crawlPageLists = {
  state: (state: string) => `${state}#`,
  queued: (host: string) => `QUEUED#${host}#`,
  status: (code: number | undefined) => (code === undefined ? 'STATUS#' : `STATUS#${code}#`),
  content: (hash: string | undefined) => (hash === undefined ? 'CONTENT#' : `CONTENT#${hash}#`),
  slowest: () => 'SLOW#',
} as const;

/** Digits of a number of milliseconds in an index key, so that keys sort as the numbers do. */
const SLOW_DIGITS = 9;

/** Returns the keys that a crawled page has in the indexes; null where it is in none. */
export const crawlPageIndexKeys = (page: {
  page_id: string;
  host: string;
  state: string;
  added_at: string;
  due_at: string;
  status_code: number | null;
  content_hash: string | null;
  duration_ms: number | null;
}) => {
  const isQueued = page.state === 'queued';
  return {
    by_time: `${crawlPageLists.state(page.state)}${page.added_at}#${page.page_id}`,
    by_feed: isQueued
      ? `${crawlPageLists.queued(page.host)}${page.due_at}#${page.page_id}`
      : page.content_hash === null
        ? null
        : `${crawlPageLists.content(page.content_hash)}${page.page_id}`,
    by_importance:
      page.status_code === null ? null : `${crawlPageLists.status(page.status_code)}${page.page_id}`,
    saved:
      page.duration_ms === null
        ? null
        : `${crawlPageLists.slowest()}${String(page.duration_ms).padStart(SLOW_DIGITS, '0')}#${page.page_id}`,
  };
};

/** Returns the time in the index key of a queued page. */
export const dueAtIn = (indexKey: string): string => indexKey.split('#').at(-2) ?? '';

/**
 * Returns 16 hex digits that sort as the numbers do, for any `order >= 0` (`importanceOrder`). Returns `-`, which sorts
 * before them all, for an unscored entry.
 */
export const encodeOrder = (order: number | null): string => {
  if (order === null) return '-';
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, order === 0 ? 0 : order);
  return bytes.getBigUint64(0).toString(16).padStart(16, '0');
};

/** Returns the number in a key of the index by-importance: what `encodeOrder` was given. */
export const orderIn = (indexKey: string): number | null => {
  const digits = indexKey.split('#').at(-3) ?? '-';
  if (!ORDER_DIGITS.test(digits)) return null;
  return Buffer.from(digits, 'hex').readDoubleBE();
};

const ORDER_DIGITS = /^[0-9a-f]{16}$/;

export type ReadState = 'UNREAD' | 'READ';

/** The beginning of the keys of entries without a score in the index by importance. */
export const unscoredRange = (state: ReadState) => `${state}#${encodeOrder(null)}#`;
export const timeRange = (state: ReadState) => `${state}#`;
export const feedRange = (feedId: string, state: ReadState) => `FEED#${feedId}#${state}#`;

const timeSuffix = (at: Pick<EntryPosition, 'published_at' | 'article_id'>) =>
  `${at.published_at}#${at.article_id}`;

/** The functions that return the key that a row has, or would have, in each index. */
export const positionIn = {
  'by-time': (state: ReadState, at: EntryPosition) => `${timeRange(state)}${timeSuffix(at)}`,
  'by-importance': (state: ReadState, at: EntryPosition) =>
    `${timeRange(state)}${encodeOrder(at.order)}#${timeSuffix(at)}`,
  'by-feed': (feedId: string, state: ReadState, at: EntryPosition) =>
    `${feedRange(feedId, state)}${timeSuffix(at)}`,
  saved: (at: EntryPosition) =>
    `${typeof at.saved_at === 'string' ? `${at.saved_at}#` : ''}${timeSuffix(at)}`,
};

/** Returns the article's time in any of an entry's index keys, which all end in `published_at#article_id`. */
export const publishedAtIn = (indexKey: string): string | undefined => indexKey.split('#').at(-2);

/** Returns the time of saving in a key of the index `saved`; null if the key is older than this part. */
export const savedAtIn = (indexKey: string): string | null => {
  const [first, , third] = indexKey.split('#');
  return third === undefined ? null : (first ?? null);
};

/** Returns the article's id in any of an entry's index keys. */
export const articleIdIn = (indexKey: string): string => indexKey.slice(indexKey.lastIndexOf('#') + 1);

export const entryIndexKeys = (entry: Pick<Entry, 'is_read' | 'is_saved' | 'feed_ids'> & EntryPosition) => {
  const state: ReadState = entry.is_read ? 'READ' : 'UNREAD';
  return {
    by_time: positionIn['by-time'](state, entry),
    by_importance: positionIn['by-importance'](state, entry),
    by_feed: positionIn['by-feed'](entry.feed_ids[0], state, entry),
    ...(entry.is_saved ? { saved: positionIn.saved(entry) } : {}),
  };
};
