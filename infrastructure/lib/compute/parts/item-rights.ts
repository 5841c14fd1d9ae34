import type { FunctionName } from '@omomi/backend/config';
import type { IndexName } from '../../../../backend/src/storage/table/keys.ts';

type ItemAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'Scan';

type ItemRights = {
  actions: readonly ItemAction[];
  indexes: readonly IndexName[];
  /** The partitions in which it may do so, if it is only in some; as patterns of `dynamodb:LeadingKeys`. */
  only?: readonly string[];
  /** Partitions in which it may do nothing, although it may elsewhere. */
  never?: readonly string[];
  /** Partitions in which it may do only the named actions of those that it may do elsewhere. */
  nothingBut?: readonly { actions: readonly ItemAction[]; in: readonly string[] }[];
  /** What it may do beside this, each in other partitions. */
  also?: readonly {
    actions: readonly ItemAction[];
    indexes?: readonly IndexName[];
    only: readonly string[];
  }[];
};

/** The partitions of who may sign in, of sessions and tokens, of the owner, and of the keys of pictures. */
const accounts = ['IDENTITY#*', 'INVITATION#*', 'LOGIN#*', 'ACCESS#*', 'LIMIT#*', 'OWNER', 'IMAGES'];
/** The partition of the table's format, which says where sessions and tokens are. */
const format = ['FORMAT'];
/** Functions that read documents of others have nothing to do here. */
const guarded = [...accounts, ...format];

/** The actions that the table client uses. It never scans: only an upgrade of the table does. */
const all: readonly ItemAction[] = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
];

/**
 * By function, what it does with items of the table, and the indexes that it queries. The suites of the box fail for a right
 * that is missing here, and for one that they never use.
 */
export const itemRights: Readonly<Record<FunctionName, ItemRights>> = {
  api: { actions: all, indexes: ['by-time', 'by-importance', 'by-feed', 'saved'] },
  // Everybody may call its URL, and an API token changes nothing of how readers sign in. Of a token it notes the last use.
  clients: {
    actions: all,
    indexes: ['by-time', 'by-importance', 'by-feed', 'saved'],
    never: ['IDENTITY#*', 'INVITATION#*', 'LOGIN#*'],
    nothingBut: [
      { actions: ['GetItem', 'Query', 'UpdateItem'], in: ['ACCESS#*'] },
      { actions: ['GetItem'], in: format },
    ],
  },
  // Of readers with notifications or the morning edition it reads what their lists and texts read, and it writes only what they were told.
  dispatch: {
    actions: ['Query'],
    indexes: [],
    only: ['FEEDS#*', 'WAITING', 'NOTIFIED', 'STORIES'],
    also: [
      { actions: ['GetItem', 'PutItem'], only: ['NOTIFIED'] },
      { actions: ['Query', 'GetItem'], indexes: ['by-time', 'by-importance', 'by-feed'], only: ['USER#*'] },
      { actions: ['BatchGetItem'], only: ['USER#*', 'FEEDS#*', 'ARTICLE#*'] },
    ],
  },
  fetch: { actions: all, indexes: [], never: guarded },
  score: { actions: all, indexes: ['by-time', 'by-importance', 'by-feed', 'saved'], never: guarded },
  // It reads the files that readers import, and deletes what opened the account of a reader who leaves.
  jobs: {
    actions: all,
    indexes: ['by-time', 'by-feed', 'saved'],
    nothingBut: [
      { actions: ['GetItem', 'Query', 'DeleteItem'], in: accounts },
      { actions: ['GetItem'], in: format },
    ],
  },
  // The lists of known items that no subscriber needs any more are deleted, one by one. An upgrade scans, and moves items.
  cleanup: {
    actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'Scan'],
    indexes: [],
  },
  bookmarks: { actions: ['Query', 'UpdateItem', 'BatchWriteItem'], indexes: [], only: ['BOOKMARKS'] },
  // It stores the articles of newsletters; their readers' entries are made by `score`.
  mails: {
    actions: ['GetItem', 'UpdateItem'],
    indexes: [],
    only: ['FEEDS#*'],
    also: [
      { actions: ['GetItem', 'Query', 'PutItem'], only: ['FEED#*'] },
      { actions: ['BatchGetItem', 'BatchWriteItem'], only: ['ARTICLE#*'] },
    ],
  },
};
