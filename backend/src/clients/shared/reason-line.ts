import type { ArticleRow, Language, LanguageChoice, Tier } from '../../contract/index.ts';
import { writtenLanguage } from '../../model/reader/language.ts';
import { escaped, feedWords, plain, reasonsText } from '../../today/feed-document.ts';

const tiers: Record<Language, Record<Tier, string>> = {
  en: { must_read: 'Must read', worth_a_look: 'Worth a look', rest: 'The rest' },
  ja: { must_read: '必読', worth_a_look: '注目', rest: 'その他' },
  de: { must_read: 'Unbedingt lesen', worth_a_look: 'Einen Blick wert', rest: 'Alles andere' },
};

/**
 * Returns one paragraph of HTML that says where an article ranks from 0 to 100, and why; empty until it is scored.
 */
export const reasonLine = (
  { tier, importance_rank, top_reasons }: Pick<ArticleRow, 'tier' | 'importance_rank' | 'top_reasons'>,
  language: LanguageChoice,
): string => {
  if (tier === null || importance_rank === null) return '';
  const rank = `${tiers[writtenLanguage(language)][tier]} (${importance_rank})`;
  const reasons = plain(reasonsText(top_reasons, feedWords(language)));
  const text = [rank, reasons].filter((part) => part !== '').join(' · ');
  return `<p><small>${escaped(text)}</small></p>`;
};
