import { useEffect } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { CheckAllIcon } from '../../../components/icons.tsx';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { isTyping } from '../../../lib/typing.ts';
import { useMarkRead } from './mark-read.ts';

type Props = { feedId: string | null; folder: string | null; unread: number };

/** Marks the shown feed, folder or all articles as read, by button or the A key. It does not ask: it can be undone. */
export const MarkAllButton = ({ feedId, folder, unread }: Props) => {
  const { t } = useI18n();
  const { mutate, isPending } = useMarkRead();
  const isIdle = unread === 0 || isPending;
  useEffect(() => {
    if (isIdle) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'A' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      mutate({ feed_id: feedId, folder, age: 'any', count: unread });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isIdle, mutate, feedId, folder, unread]);
  return (
    <IconButton
      label={t.list.markAllRead}
      icon={<CheckAllIcon />}
      data-stop=""
      disabled={isIdle}
      onClick={() => mutate({ feed_id: feedId, folder, age: 'any', count: unread })}
    />
  );
};
