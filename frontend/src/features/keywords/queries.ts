import type { Keyword, KeywordChanges, Page } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../../lib/notify.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/api.ts';
import { sendLater } from '../../lib/offline/outbox.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { keys } from '../../lib/queries/query-keys.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';

/** Previews a keyword. The answer has the parts of the scores, so that every weight is reckoned on the page. */
export const previewQuery = (text: string, isExcluding: boolean) =>
  queryOptions({
    queryKey: keys.keywordPreview(text, isExcluding),
    queryFn: ({ signal }) =>
      call('previewKeyword', { body: { text, weight: 1, is_excluding: isExcluding }, signal }),
    enabled: text !== '',
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
  });

/** Counts the articles read in the last week by keyword, for 36 read units: at most once in five minutes. */
export const sharesQuery = queryOptions({
  queryKey: keys.keywordShares,
  queryFn: ({ signal }) => call('getKeywordShares', { signal }),
  staleTime: 300_000,
});

/** Returns a function that loads the keywords again, and the jobs: the server starts one that ranks the articles. */
const useReload = () => {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.keywords }),
      client.invalidateQueries({ queryKey: keys.jobs }),
      // A preview on the page tells of the change that was just made.
      client.invalidateQueries({ queryKey: keys.keywordPreviews, refetchType: 'none' }),
    ]);
};

/**
 * Adds a keyword; without a connection, as soon as there is one. Shows no notice of an error, because the form shows it.
 */
export const useAddKeyword = (onChanged: () => void) => {
  const reload = useReload();
  const notify = useNotify();
  const { t } = useI18n();
  return useMutation({
    mutationFn: async (body: { text: string; weight: number; is_excluding: boolean }) => {
      try {
        return await call('addKeyword', { body });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 0) throw error;
        sendLater({ kind: 'keyword', ...body });
        notify.info(t.offline.addLater(body.text));
        return null;
      }
    },
    onSuccess: async (added) => {
      if (added === null) return;
      onChanged();
      await reload();
    },
  });
};

export const useUpdateKeyword = (onChanged: () => void) => {
  const client = useQueryClient();
  const reload = useReload();
  return useDeed({
    mutationFn: ({ keyword, changes }: { keyword: Keyword; changes: KeywordChanges }) =>
      call('updateKeyword', { params: { keyword_id: keyword.keyword_id }, body: changes }),
    onMutate: async ({ keyword, changes }) => {
      await client.cancelQueries({ queryKey: keys.keywords });
      client.setQueryData<Page<Keyword>>(keys.keywords, (page) =>
        page === undefined
          ? page
          : {
              ...page,
              items: page.items.map((item) =>
                item.keyword_id === keyword.keyword_id
                  ? {
                      ...item,
                      weight: changes.weight ?? item.weight,
                      is_active: changes.is_active ?? item.is_active,
                      is_excluding: changes.is_excluding ?? item.is_excluding,
                    }
                  : item,
              ),
            },
      );
    },
    onSuccess: onChanged,
    onSettled: reload,
  });
};

export const useDeleteKeyword = (onChanged: () => void) => {
  const notify = useNotify();
  const reload = useReload();
  const texts = useTexts('keywords');
  return useDeed({
    mutationFn: (keyword: Keyword) => call('deleteKeyword', { params: { keyword_id: keyword.keyword_id } }),
    onSuccess: (_, keyword) => {
      notify.info(texts.deleted(keyword.text));
      onChanged();
    },
    onSettled: reload,
  });
};
