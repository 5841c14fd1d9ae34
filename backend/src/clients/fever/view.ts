import type { Reader } from '../../contract/endpoints/handlers.ts';
import type { Feed } from '../../contract/index.ts';
import { loadKnown } from '../shared/call.ts';
import { asReader, nothing, type ClientsContext } from '../shared/context.ts';
import type { ClientRequest } from '../shared/request.ts';
import { numberedItems, smallNumbers, type NumberedItem } from './numbers.ts';

/** All that a reader has, with the numbers by which Fever names it. */
export type FeverView = {
  items: readonly NumberedItem[];
  feeds: Feed[];
  feedNumbers: ReadonlyMap<string, number>;
  folderNumbers: ReadonlyMap<string, number>;
};

export const loadView = async (
  ctx: ClientsContext,
  reader: Reader,
  { origin }: ClientRequest,
): Promise<FeverView> => {
  const [{ rows }, { items: feeds }] = await Promise.all([
    loadKnown(ctx, reader),
    ctx.handlers.listFeeds({ ...nothing, ...asReader(reader, origin) }),
  ]);
  // Saved articles of feeds that the reader has left are listed too.
  const feedIds = new Set([
    ...feeds.map(({ feed_id }) => feed_id),
    ...rows.rows.map(({ feed_id }) => feed_id),
  ]);
  return {
    items: numberedItems(rows),
    feeds,
    feedNumbers: smallNumbers([...feedIds]),
    folderNumbers: smallNumbers([...new Set(feeds.flatMap(({ folder }) => folder ?? []))]),
  };
};
