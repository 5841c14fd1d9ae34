import type { TopReason } from '../contract/index.ts';
import type { Words } from './words.ts';

/** Returns what raised the score of an article, in words; empty if nothing did. */
export const reasonsText = (reasons: TopReason[], words: Words): string => {
  const raising = reasons.filter(({ contribution }) => contribution > 0);
  const keywords = raising.filter(({ kind }) => kind === 'keyword').map(({ keyword_text }) => keyword_text);
  const kinds = new Set(raising.map(({ kind }) => kind));
  const weak = raising.find(({ kind }) => kind === 'weak');
  const parts = [
    ...(keywords.length === 0 ? [] : [words.keywords(keywords)]),
    ...(keywords.length === 0 && weak !== undefined ? [words.weak(weak.keyword_text)] : []),
    ...(kinds.has('learned') ? [words.learned] : []),
    ...(kinds.has('source') ? [words.source] : []),
    ...(kinds.has('rule') ? [words.rule] : []),
  ];
  return parts.length === 0 ? '' : words.why(parts);
};
