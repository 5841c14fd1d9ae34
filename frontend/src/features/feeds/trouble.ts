import type { Feed } from '@omomi/backend/contract';
import type { Dictionary } from '../../lib/i18n/dictionary.ts';

type Trouble = { kind: 'paused' | 'stopped' | 'failing'; label: string; why: string };

/** Returns why a feed brings no articles, in the reader's language; null for a healthy feed. */
export const troubleOf = (t: Dictionary, feed: Feed): Trouble | null => {
  if (!feed.is_active) return { kind: 'paused', label: t.feed.paused, why: t.feed.pausedNote };
  const cause = feed.error_code === null ? t.feed.unknownTrouble : t.feed.trouble[feed.error_code];
  if (feed.fetch_status === 'stopped') {
    return { kind: 'stopped', label: t.feed.stopped, why: `${cause} ${t.feed.stoppedNote}` };
  }
  if (feed.error_code === null) return null;
  return { kind: 'failing', label: t.feed.failing, why: `${cause} ${t.feed.failingNote}` };
};
