import { Suspense, lazy, useState } from 'react';
import { IconButton } from '../../components/icon-button.tsx';
import { CheckAllIcon } from '../../components/icons.tsx';
import { useNotify } from '../../components/notices.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { useMarkAllRead } from './mutations.ts';

const Confirm = lazy(async () => ({ default: (await import('../../components/confirm.tsx')).Confirm }));

type Props = { feedId: string | null; folder: string | null; unread: number };

/** Marks the shown feed, folder or everything read, after asking. */
export const MarkAllButton = ({ feedId, folder, unread }: Props) => {
  const { t } = useI18n();
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useMarkAllRead();
  return (
    <>
      <IconButton
        label={t.list.markAllRead}
        icon={<CheckAllIcon />}
        disabled={unread === 0}
        onClick={() => setAsking(true)}
      />
      <Suspense>
        {asking ? (
          <Confirm
            open
            title={t.list.markAllTitle}
            text={t.list.markAllText(unread)}
            action={t.list.markAllRead}
            busy={isPending}
            onClose={() => setAsking(false)}
            onConfirm={() =>
              mutate(
                { feed_id: feedId, folder },
                {
                  onSuccess: () => notify.info(t.list.markedAll),
                  onSettled: () => setAsking(false),
                },
              )
            }
          />
        ) : null}
      </Suspense>
    </>
  );
};
