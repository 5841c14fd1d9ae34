import type { Job } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useNotify } from '../notify.ts';
import { call } from '../api/api.ts';
import { useI18n } from '../i18n/language.tsx';
import { refreshMarks } from '../queries/refresh-lists.ts';
import { canUndo } from './queries.ts';

/** Returns `undo`, which cancels a marking job, and `tell`, which offers it after marking `count` (null: unknown). */
export const useUndo = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  const undo = useCallback(
    async (job: Job): Promise<void> => {
      try {
        const { state } = await call('cancelJob', { params: { job_id: job.job_id } });
        // If the job has already begun, the server does not cancel it, but returns it unchanged.
        notify.info(state === 'cancelled' ? t.marks.undone : t.marks.tooLate);
      } catch (error) {
        notify.error(error);
      }
      await refreshMarks(client);
    },
    [client, notify, t],
  );
  const tell = useCallback(
    (job: Job, count: number | null): void => {
      const text = t.marks.marked(count);
      if (canUndo(job, new Date())) notify.offer(text, { label: t.marks.undo, run: () => void undo(job) });
      else notify.info(text);
    },
    [notify, t, undo],
  );
  return useMemo(() => ({ undo, tell }), [undo, tell]);
};
