import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useI18n } from '../../lib/i18n/language.tsx';
import { useUndo } from '../../lib/jobs/undo.ts';
import { useNotify } from '../../lib/notify.ts';
import { onReachedAgain } from '../../lib/offline/connection.ts';
import { sendWaiting, waitingChanges, waitingMarkAlls } from '../../lib/offline/outbox.ts';
import { refreshMarks } from '../../lib/queries/refresh-lists.ts';
import { sendChange } from './send-change.ts';

/** The time between two attempts to send what waits, in milliseconds. */
const AGAIN_MS = 15_000;

/** Sends the changes that were made without a connection, as soon as there is one, and says what the server refuses. */
export const useOutbox = (): void => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  const undo = useUndo();
  useEffect(() => {
    const send = async (): Promise<void> => {
      const marks = waitingMarkAlls().length;
      await sendWaiting((change) => sendChange(change, { client, notify, t, undo }));
      if (waitingMarkAlls().length < marks) await refreshMarks(client);
    };
    const flush = (): void => {
      if (waitingChanges().length > 0) void send();
    };
    flush();
    const timer = setInterval(flush, AGAIN_MS);
    const forget = onReachedAgain(flush);
    window.addEventListener('online', flush);
    return () => {
      clearInterval(timer);
      forget();
      window.removeEventListener('online', flush);
    };
  }, [client, notify, t, undo]);
};
