import type { TopReason } from '@omomi/backend/contract';
import { isTelling, languageOf, signedText } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { reasonText } from './reason-text.ts';

/** Shows the largest reasons of a row: each matching keyword with its contribution. */
export const ReasonChips = ({ reasons, isRead }: { reasons: TopReason[]; isRead: boolean }) => {
  const { t } = useI18n();
  const shown = reasons.filter((reason) => isTelling(reason.contribution));
  if (shown.length === 0) return null;
  return (
    <ul className="chips" aria-label={t.list.because}>
      {shown.map((reason) => (
        <li key={reason.keyword_id} data-pale={isRead || reason.contribution < 0 ? '' : undefined}>
          <span className="cut" lang={languageOf(reasonText(reason, t))}>
            {reasonText(reason, t)}
          </span>
          <span>{signedText(reason.contribution)}</span>
        </li>
      ))}
    </ul>
  );
};
