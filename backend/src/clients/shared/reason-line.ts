import type { ArticleRow, LanguageChoice } from '../../contract/index.ts';
import { escaped, feedWords, plain, reasonsText } from '../../today/words.ts';

/**
 * Returns one paragraph of HTML that says where an article ranks from 0 to 100, and why; empty until it is scored.
 */
export const reasonLine = (
  { tier, importance_rank, top_reasons }: Pick<ArticleRow, 'tier' | 'importance_rank' | 'top_reasons'>,
  language: LanguageChoice,
): string => {
  if (tier === null || importance_rank === null) return '';
  const words = feedWords(language);
  const rank = `${words.tiers[tier]} (${importance_rank})`;
  const reasons = plain(reasonsText(top_reasons, words));
  const text = [rank, reasons].filter((part) => part !== '').join(' · ');
  return `<p><small>${escaped(text)}</small></p>`;
};
