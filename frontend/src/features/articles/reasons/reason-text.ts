import { type TopReason, likedKeywordId } from '@omomi/backend/contract';
import type { Dictionary } from '../../../lib/i18n/dictionary.ts';

/** Returns the name of a reason: its keyword, or a translated name for the similarity to saved articles. */
export const reasonText = (reason: Pick<TopReason, 'keyword_id' | 'keyword_text'>, t: Dictionary): string =>
  reason.keyword_id === likedKeywordId ? t.article.liked : reason.keyword_text;
