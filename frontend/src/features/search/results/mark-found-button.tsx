import { useEffect } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { CheckAllIcon } from '../../../components/icons.tsx';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { isTyping } from '../../../lib/typing.ts';
import { useMarkFound } from './mark-found.ts';

type Props = {
  q: string;
  unread: number;
  /** The time of the results, in milliseconds since 1970. What arrived later stays unread. */
  at: number;
};

/** Marks all that was found as read, by button or the A key. It does not ask: it can be undone. */
export const MarkFoundButton = ({ q, unread, at }: Props) => {
  const { t } = useI18n();
  const { mutate, isPending } = useMarkFound();
  const isIdle = unread === 0 || isPending;
  useEffect(() => {
    if (isIdle) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'A' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      mutate({ q, at: new Date(at) });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isIdle, mutate, q, at]);
  return (
    <IconButton
      label={t.list.markAllRead}
      icon={<CheckAllIcon />}
      boxSize={{ base: '11', md: '10' }}
      disabled={isIdle}
      onClick={() => mutate({ q, at: new Date(at) })}
    />
  );
};
