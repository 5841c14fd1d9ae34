import { z } from 'zod';
import { feedId, folderName, page, timestamp, visibleText } from '../schemas/common.ts';
import { searchId } from '../search/saved-searches.ts';

/** SHA-256 of the secret in the address of a feed, in hex; the secret itself is not stored. */
export const addressId = z.string().regex(/^[0-9a-f]{64}$/, 'an address_id has 64 hex digits');

/**
 * The list that an address shows as a feed: Today, the newest articles of another list, or the newest highlights; or `feeds`, the
 * reader's feeds as OPML.
 */
export const addressedList = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['today', 'all', 'unread', 'saved', 'highlights']) }),
  z.strictObject({ kind: z.literal('feeds') }),
  z.strictObject({ kind: z.literal('feed'), feed_id: feedId }),
  z.strictObject({ kind: z.literal('folder'), folder: folderName }),
  /** A tag of the reader’s own or of a rule. */
  z.strictObject({ kind: z.literal('tag'), tag: z.string().min(1).max(24) }),
  z.strictObject({ kind: z.literal('search'), search_id: searchId }),
]);

/** The right to read one list as a feed, and nothing else. */
export const feedAddress = z.object({
  address_id: addressId,
  name: z.string(),
  list: addressedList,
  created_at: timestamp,
  /** Precise to the hour; null if the feed was never asked for. */
  last_used_at: timestamp.nullable(),
});

export const newFeedAddress = z.strictObject({
  name: visibleText(100),
  list: addressedList.default({ kind: 'today' }),
});

/** The answer to making an address, the only one that contains its paths: as Atom, as JSON Feed and as a light page, or of `feeds` as OPML. */
export const createdFeedAddress = feedAddress.extend({
  atom_path: z.string().nullable(),
  json_path: z.string().nullable(),
  html_path: z.string().nullable(),
  opml_path: z.string().nullable(),
});

/** The last part of a feed's path: the secret, and the format. */
export const addressFile = z
  .string()
  .regex(
    /^feed_[0-9a-z]{1,64}_[\w-]{43}\.(?:atom|json|html|opml)$/,
    'an address ends with .atom, .json, .html or .opml',
  );

/** How the articles of a feed are shown. */
export const addressQuery = z.strictObject({
  /** True for the full texts instead of excerpts. */
  full: z.stringbool().optional(),
});

export const feedAddressPage = page(feedAddress);

export type FeedAddress = z.infer<typeof feedAddress>;
export type CreatedFeedAddress = z.infer<typeof createdFeedAddress>;
export type NewFeedAddress = z.infer<typeof newFeedAddress>;
export type AddressedList = z.infer<typeof addressedList>;
