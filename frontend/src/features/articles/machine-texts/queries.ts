import type { MachineKind } from '@omomi/backend/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/api.ts';
import type { Language } from '../../../lib/i18n/languages.ts';
import { useNotify } from '../../../lib/notify.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';

/** The article, and the kind and language of the text that the model is to write. */
export type Wanted = { articleId: string; kind: MachineKind; language: Language };

/** Milliseconds until it is asked again for a text that is being written. */
const WRITING_MS = 2_000;

/** The query of a text of the model, or of what it would cost. */
export const machineTextQuery = ({ articleId, kind, language }: Wanted) =>
  queryOptions({
    queryKey: ['machine-text', articleId, kind, language],
    queryFn: ({ signal }) =>
      call('getMachineText', { params: { article_id: articleId }, query: { kind, language }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'coming' ? WRITING_MS : false),
  });

/** Returns the deed that has a text written. A model that takes longer than the server may goes on writing, and the query waits for it. */
export const useMakeText = (wanted: Wanted) => {
  const client = useQueryClient();
  const notify = useNotify();
  const { queryKey } = machineTextQuery(wanted);
  const { articleId, kind, language } = wanted;
  return useDeed({
    mutationFn: () =>
      call('makeMachineText', { params: { article_id: articleId }, body: { kind, language } }),
    onSuccess: (text) => client.setQueryData(queryKey, text),
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'BUSY')) notify.error(error);
    },
    reload: [queryKey],
  });
};
