import type { TopReason } from '@omomi/backend/contract';
import type { Dictionary } from '../../../lib/i18n/dictionary.ts';

/** Returns the name of a reason: its keyword, or a translated name for another part of the score. */
export const reasonText = (
  { kind, keyword_text }: Pick<TopReason, 'kind' | 'keyword_text'>,
  t: Dictionary,
): string => (kind === 'keyword' ? keyword_text : t.article.parts[kind]);
