import type { Feed } from '@omomi/backend/contract';
import type { FeedDialogsTexts } from '../../../lib/i18n/texts/feed-dialogs.ts';

type Schedule = Pick<
  Feed,
  'fetch_interval_minutes' | 'current_interval_minutes' | 'interval_reason' | 'next_fetch_reason'
>;

/** Returns why the next fetch of a feed is at its time, in one sentence; null if none is planned. */
export const nextFetchWhy = (
  texts: FeedDialogsTexts['details'],
  { current_interval_minutes, interval_reason, next_fetch_reason }: Schedule,
): string | null => {
  switch (next_fetch_reason) {
    case null:
      return null;
    case 'first':
      return texts.whyFirst;
    case 'asked_to_wait':
      return texts.whyAsked;
    case 'failing':
      return texts.whyFailing;
    case 'interval':
      return texts.whyInterval[interval_reason](current_interval_minutes);
  }
};

/** Returns the name of the automatic interval, with what it is now if it is the one that holds. */
export const automaticText = (
  texts: FeedDialogsTexts['details'],
  { fetch_interval_minutes, current_interval_minutes, interval_reason }: Schedule,
): string =>
  fetch_interval_minutes !== null || interval_reason === 'another_reader'
    ? texts.automatic
    : texts.automaticNow(current_interval_minutes, interval_reason);
