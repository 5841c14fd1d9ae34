import type { MorningSettings } from '@omomi/backend/contract';
import { useI18n } from '../../lib/i18n/language.tsx';

/** The time zone, the language and the address of this page, as the service is told them. */
export type Here = Pick<MorningSettings, 'time_zone' | 'language' | 'page'>;

export const useHere = (): Here => {
  const { language } = useI18n();
  return {
    language,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    page: window.location.origin,
  };
};
