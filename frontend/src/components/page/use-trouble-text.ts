import { type ErrorText, errorText } from '../../lib/api/error-text.ts';
import { useLimitEnd } from '../../lib/api/use-limit-end.ts';
import { useI18n } from '../../lib/i18n/language.tsx';

type TroubleText = ErrorText & {
  /** True while `todo` counts the seconds down until a rate limit ends. */
  isCounting: boolean;
};

/** Explains the error of a query. After a rate limit it counts down, and calls `retry` when the limit has ended. */
export const useTroubleText = (error: unknown, retry: () => void): TroubleText => {
  const { t } = useI18n();
  const seconds = useLimitEnd(error, retry);
  const { what, todo } = errorText(t, error);
  return { what, todo: seconds === null ? todo : t.goesOnIn(seconds), isCounting: seconds !== null };
};
