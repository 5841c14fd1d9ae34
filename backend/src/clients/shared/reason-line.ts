import type { ArticleRow, Tier } from '../../contract/index.ts';
import { escaped, feedWords, plain, reasonsText } from '../../today/feed-document.ts';

type Language = 'auto' | 'en' | 'ja';

const tiers: Record<'en' | 'ja', Record<Tier, string>> = {
  en: { must_read: 'Must read', worth_a_look: 'Worth a look', rest: 'The rest' },
  ja: { must_read: '必読', worth_a_look: '注目', rest: 'その他' },
};

/**
 * Returns one paragraph of HTML that says where an article ranks from 0 to 100, and why; empty until it is scored.
 */
export const reasonLine = (
  { tier, importance_rank, top_reasons }: Pick<ArticleRow, 'tier' | 'importance_rank' | 'top_reasons'>,
  language: Language,
): string => {
  if (tier === null || importance_rank === null) return '';
  const rank = `${tiers[language === 'ja' ? 'ja' : 'en'][tier]} (${importance_rank})`;
  const reasons = plain(reasonsText(top_reasons, feedWords(language)));
  const text = [rank, reasons].filter((part) => part !== '').join(' · ');
  return `<p><small>${escaped(text)}</small></p>`;
};
