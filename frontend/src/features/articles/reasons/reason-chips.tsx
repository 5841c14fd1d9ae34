import type { Feed, Reason, TopReason } from '@omomi/backend/contract';
import type { Dictionary } from '../../../lib/i18n/en/start.ts';
import { isTelling, languageOf } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';

/** Returns the name of a reason in a row: its keyword, for the weak part too, or a translated name for another part of the score. */
export const reasonText = (
  { kind, keyword_text, contribution }: Pick<TopReason, 'kind' | 'keyword_text' | 'contribution'>,
  t: Dictionary,
): string => {
  if (kind === 'keyword' || (kind === 'weak' && keyword_text !== '')) return keyword_text;
  return kind === 'learned' && contribution < 0 ? t.article.disliked : t.article.parts[kind];
};

/** Returns the line of the weak part. It names the keywords that add most of it, at most 3, so there may be more if it names 3. */
export const weakText = ({ keyword_texts: texts }: Pick<Reason, 'keyword_texts'>, t: Dictionary): string =>
  texts === null || texts.length === 0
    ? t.article.parts.weak
    : t.article.weaklyRelated(texts.join(t.article.listSeparator)) + (texts.length < 3 ? '' : ' …');

/** Returns why a feed changes the score: what the reader chose for it, otherwise how many articles it brings. */
export const sourceText = (
  feed: Pick<Feed, 'volume' | 'articles_per_week'> | undefined,
  t: Dictionary,
): string => {
  if (feed === undefined) return t.article.parts.source;
  const { volume, articles_per_week: perWeek } = feed;
  return volume === 'normal' && perWeek !== null
    ? t.article.rate(Math.round(perWeek / 7))
    : t.article.source[volume];
};

/** The most reasons that a row shows. */
const MOST = 2;

/**
 * Shows in words what raises a row most; at the end, by an outline alone, what it is only weakly related to. How much each adds,
 * and what lowers it, stands in the open article.
 */
export const ReasonChips = ({ reasons, isRead }: { reasons: TopReason[]; isRead: boolean }) => {
  const { t } = useI18n();
  const shown = reasons
    .filter(({ contribution }) => contribution > 0 && isTelling(contribution))
    .slice(0, MOST)
    .toSorted((a, b) => Number(a.kind === 'weak') - Number(b.kind === 'weak'));
  if (shown.length === 0) return null;
  return (
    <ul className="chips" aria-label={t.list.because}>
      {shown.map((reason) => (
        <li
          key={reason.keyword_id}
          data-pale={isRead ? '' : undefined}
          data-weak={reason.kind === 'weak' ? '' : undefined}
          title={reason.kind === 'weak' ? t.article.parts.weak : undefined}
        >
          {reason.kind === 'weak' && reason.keyword_text !== '' ? (
            <span className="visually-hidden">{t.article.parts.weak}: </span>
          ) : null}
          <span className="cut" lang={languageOf(reasonText(reason, t))}>
            {reasonText(reason, t)}
          </span>
        </li>
      ))}
    </ul>
  );
};
