import type { FunctionName } from '@omomi/backend/config';
import type { Settings } from '../../settings/settings.ts';
import { bookmarkBlobName } from '../../../../backend/src/storage/table/keys.ts';

type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject';

/** The objects of the bucket by the beginnings of their names, of which each record has one, and the one of bookmarks. */
type Objects =
  | `${'articles' | 'editions' | 'icons' | 'imports' | 'mails' | 'references' | 'saved' | 'search' | 'snapshots'}/*`
  | typeof bookmarkBlobName;

type BlobRights = Readonly<Partial<Record<Objects, readonly ObjectAction[]>>>;

const read = ['GetObject'] as const;
const write = ['PutObject'] as const;
const make = ['GetObject', 'PutObject'] as const;
const all = ['GetObject', 'PutObject', 'DeleteObject'] as const;

/** The rights of the functions that answer readers, for the page and for scripts. */
const answering: BlobRights = {
  'articles/*': make,
  'editions/*': read,
  'icons/*': make,
  'imports/*': all,
  'references/*': make,
  'saved/*': all,
  'search/*': all,
  'snapshots/*': make,
  [bookmarkBlobName]: read,
};

/**
 * By function, what it does with the objects of the bucket. Functions that read documents of others reach nothing of what readers
 * import and search. A write of a saved copy deletes the one that it replaces. The suites of the box fail for a right that is
 * missing here, and for one that they never use.
 */
export const blobRights: Readonly<Partial<Record<FunctionName, BlobRights>>> = {
  api: answering,
  // Icons are shown by the API alone.
  clients: { ...answering, 'icons/*': write },
  // The texts that an edition tells of, and the edition, which a second attempt to send it reads.
  dispatch: { 'articles/*': read, 'editions/*': make, 'saved/*': read },
  fetch: { 'articles/*': make, 'icons/*': write, 'saved/*': all, 'snapshots/*': write },
  score: { 'articles/*': make, 'references/*': make, 'saved/*': all },
  jobs: {
    'articles/*': all,
    'editions/*': ['DeleteObject'],
    'imports/*': ['GetObject', 'DeleteObject'],
    'references/*': make,
    'saved/*': all,
    'search/*': ['GetObject', 'DeleteObject'],
    'snapshots/*': read,
  },
  bookmarks: { [bookmarkBlobName]: make },
  // SES writes the mails.
  mails: { 'articles/*': make, 'mails/*': ['GetObject', 'DeleteObject'] },
};

/** Tells whether a deployment has objects of these names: vectors of reference texts for a model of others, counted bookmarks. */
export const hasObjects = (names: string, { variables, countsBookmarks }: Settings): boolean => {
  if (names === 'references/*') return variables['EMBEDDER'] !== 'embedded';
  return names !== bookmarkBlobName || countsBookmarks;
};
