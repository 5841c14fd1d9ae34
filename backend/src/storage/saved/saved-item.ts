import { z } from 'zod';
import { contentAttributes } from '../blobs/content-codec.ts';
import { absentAsNull, keyed, parseItem } from '../table/items.ts';
import type { Key } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';

/*
 * DynamoDB's time to live would leave a copy's blob behind, and no lifecycle of a bucket knows which copies are no
 * longer saved. The cleanup therefore deletes copies with a blob by their `until`. Copies without a blob expire by
 * `ttl`, which costs nothing.
 */
export const savedSchema = keyed.extend({
  feed_title: z.string(),
  saved_at: z.string(),
  ttl: absentAsNull(z.int()),
  until: absentAsNull(z.int()),
  /** The names of the blobs of the copies that this one replaced, until the blobs are deleted. */
  replaces: z.array(z.string()).default([]),
  ...contentAttributes,
});

/** The attributes that distinguish one copy from the next under the same key. */
export const headSchema = savedSchema.omit({ feed_title: true, content: true });

type Head = z.infer<typeof headSchema>;

export const readHead = async (table: TableClient, key: Key): Promise<Head | null> => {
  const item = await table.get(key);
  return item === null ? null : parseItem(headSchema, item);
};

/** Returns the names of the copy's own blob and of replaced blobs that are not deleted yet. */
export const blobsOf = (head: Pick<Head, 'blob' | 'replaces'> | null): string[] =>
  head === null ? [] : [head.blob ?? [], head.replaces].flat();

/** Returns the condition that the copy is the one saved at this time. */
export const savedThen = (savedAt: string) => ({
  text: '#saved_at = :saved_at',
  names: { '#saved_at': 'saved_at' },
  values: { ':saved_at': savedAt },
});
