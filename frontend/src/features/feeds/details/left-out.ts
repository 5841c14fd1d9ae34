import type { Feed } from '@omomi/backend/contract';
import type { FeedDialogsTexts } from '../../../lib/i18n/texts/feed-dialogs.ts';

const reasons = ['over_limit', 'too_large', 'unreadable'] as const;

/** Returns a sentence for each reason for which items of the last new document brought no article. */
export const leftOutTexts = (
  { leftOutWhy }: FeedDialogsTexts['details'],
  { left_out }: Pick<Feed, 'left_out'>,
): string[] =>
  reasons.flatMap((reason) => (left_out[reason] === 0 ? [] : [leftOutWhy[reason](left_out[reason])]));
