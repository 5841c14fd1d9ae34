import { type TopReason, likedKeywordId } from '@omomi/backend/contract';
import type { Dictionary } from '../../../lib/i18n/dictionary.ts';

/** What a reason is called: its keyword, or in the reader's language what stands for the saved articles. */
export const reasonText = (reason: Pick<TopReason, 'keyword_id' | 'keyword_text'>, t: Dictionary): string =>
  reason.keyword_id === likedKeywordId ? t.article.liked : reason.keyword_text;
