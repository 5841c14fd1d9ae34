import type { Reader } from '../../contract/endpoints/handlers.ts';
import { checkMayWrite } from '../../api/checks.ts';
import { DomainError } from '../../lib/errors.ts';
import type { ClientsContext } from '../shared/context.ts';
import { markItems, markStream, saveItems } from '../greader/change-items.ts';
import { numberIn, timeIn, type ClientRequest } from '../shared/request.ts';
import type { Stream } from '../shared/streams.ts';
import { loadView, type FeverView } from './view.ts';

/** The list of ids that has changed, which is answered with a mark. */
type Changed = 'unread_item_ids' | 'saved_item_ids' | null;

/** The group of all feeds. That of sparks, -1, has none here. */
const ALL = '0';

const nameOf = (numbers: ReadonlyMap<string, number>, id: string): string | undefined =>
  [...numbers].find(([, number]) => String(number) === id)?.[0];

const streamIn = (view: FeverView, kind: string, id: string): Stream => {
  if (kind === 'group' && id === ALL) return { kind: 'all' };
  const name = nameOf(kind === 'group' ? view.folderNumbers : view.feedNumbers, id);
  if (name === undefined) return { kind: 'nothing' };
  return kind === 'group' ? { kind: 'folder', name } : { kind: 'feed', feed_id: name };
};

/**
 * Marks an item, a feed or a group, by the same use cases as the page. What is not known changes nothing.
 * @throws FORBIDDEN for a token that may only read, and VALIDATION_FAILED for another mark.
 */
export const mark = async (ctx: ClientsContext, reader: Reader, request: ClientRequest): Promise<Changed> => {
  checkMayWrite(reader);
  const { parameters } = request;
  const [kind, as, id] = ['mark', 'as', 'id'].map((name) => parameters.get(name) ?? '');
  const view = await loadView(ctx, reader, request);
  const call = { reader, request };
  if (kind === 'item') {
    const number = numberIn(parameters, 'id');
    const ids = view.items.filter((each) => each.number === number).map(({ item }) => item.row.article_id);
    if (as === 'read' || as === 'unread') {
      await markItems(ctx, call, ids, as === 'read');
      return 'unread_item_ids';
    }
    if (as === 'saved' || as === 'unsaved') {
      await saveItems(ctx, call, ids, as === 'saved');
      return 'saved_item_ids';
    }
  }
  if ((kind === 'feed' || kind === 'group') && as === 'read') {
    const now = ctx.now().getTime();
    const stream = streamIn(view, kind, id ?? '');
    await markStream(ctx, call, stream, Math.min(timeIn(parameters, 'before') || now, now));
    return 'unread_item_ids';
  }
  throw new DomainError(
    'VALIDATION_FAILED',
    'mark is item, feed or group; as is read, unread, saved or unsaved.',
  );
};
