import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api/api.ts';
import { patiently } from '../../lib/api/limit.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { showRead } from '../../lib/marks/mark-all.ts';
import { timeZone } from '../../lib/clock.ts';
import { refreshMarks } from '../../lib/queries/refresh-lists.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { CheckAllIcon } from '../../components/icons.tsx';
import { isTyping } from '../../lib/typing.ts';

/** The most articles that one call marks. */
const atOnce = 200;

/** Returns the parts of a list that one call takes each. */
export const inBatches = <T,>(items: readonly T[], size = atOnce): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

type Answer = { article_ids: string[]; remaining: number };

/**
 * Marks in several calls all that a search finds. Returns the ids of what became read, and the error that ended it
 * early, if any: what was marked before can still be taken back.
 */
export const markInBatches = async (
  markSome: () => Promise<Answer>,
): Promise<{ marked: string[]; error: unknown }> => {
  const marked: string[] = [];
  try {
    for (let remaining = 1; remaining > 0;) {
      const answer = await markSome();
      marked.push(...answer.article_ids);
      // An answer that marks nothing would be followed by another of its kind.
      remaining = answer.article_ids.length === 0 ? 0 : answer.remaining;
    }
  } catch (error) {
    return { marked, error };
  }
  return { marked, error: null };
};

/** Marks all articles read that a search finds, and offers to take it back. `at` is the time of the results. */
const useMarkFound = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  const takeBack = async (marked: string[]): Promise<void> => {
    try {
      for (const article_ids of inBatches(marked))
        await patiently(() => call('setReadOfMany', { body: { article_ids, is_read: false } }));
      showRead(client, marked, false);
      notify.info(t.marks.undone);
    } catch (error) {
      notify.error(error);
    }
    await refreshMarks(client);
  };
  return useMutation({
    mutationFn: ({ q, at }: { q: string; at: Date }) =>
      markInBatches(() =>
        patiently(() => call('markFound', { body: { q, as_of: at.toISOString(), ...timeZone() } })),
      ),
    onSuccess: ({ marked, error }) => {
      showRead(client, marked, true);
      if (marked.length > 0)
        notify.offer(t.marks.marked(marked.length), {
          label: t.marks.undo,
          run: () => void takeBack(marked),
        });
      if (error !== null) notify.error(error);
    },
    onSettled: () => refreshMarks(client),
  });
};

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
      className="is-touched"
      disabled={isIdle}
      onClick={() => mutate({ q, at: new Date(at) })}
    />
  );
};
