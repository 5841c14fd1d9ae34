import type { ReaderRows } from '../../search/keep/reader-rows.ts';
import { findLabel, type Label } from './labels.ts';
import { decoded } from '../../lib/decoded.ts';

/** A list of items as clients name it. */
export type Stream =
  | { kind: 'all' | 'read' | 'unread' | 'starred' | 'nothing' }
  | { kind: 'feed'; feed_id: string }
  | Label;

/** States by the end of their ids. What Omomi does not know, such as `like`, is a list of nothing. */
const states: Record<string, Stream['kind'] & ('all' | 'read' | 'unread' | 'starred')> = {
  'reading-list': 'all',
  read: 'read',
  'kept-unread': 'unread',
  starred: 'starred',
};

/** Returns the end of the id of a state: `read` of `user/-/state/com.google/read`. Null for any other id. */
export const stateIn = (id: string): string | null =>
  /^user\/[^/]+\/state\/com\.google\/(.+)$/.exec(id)?.[1] ?? null;

/** Returns the name in the id of a label; null for any other id. */
export const labelNameIn = (id: string): string | null => /^user\/[^/]+\/label\/(.+)$/s.exec(id)?.[1] ?? null;

export type Known = { labels: ReadonlyMap<string, Label>; names: ReaderRows['names'] };

/** Returns the text after `feed/`, which some clients write twice; null for any other id. */
export const feedTextIn = (id: string): string | null => /^(?:feed\/){1,2}(.+)$/s.exec(id)?.[1] ?? null;

/** Returns the list of an id, which may be percent-encoded; null if the reader has none such. */
export const streamOf = (id: string, known: Known): Stream | null => {
  const text = /^(user|feed)\//.test(id) ? id : decoded(id);
  // Some clients leave out what comes before a state.
  const state = Object.hasOwn(states, text) ? text : stateIn(text);
  if (state !== null) return { kind: states[state] ?? 'nothing' };
  const name = labelNameIn(text);
  if (name !== null) return findLabel(known.labels, name);
  const feed_id = feedTextIn(text);
  return feed_id !== null && known.names.feeds.has(feed_id) ? { kind: 'feed', feed_id } : null;
};
