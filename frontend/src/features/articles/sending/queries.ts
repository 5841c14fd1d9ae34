import type { ArticleRow, Destination, NewDestination } from '@omomi/backend/contract';
import { filledAddress } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/api.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { keys } from '../../../lib/queries/query-keys.ts';

/** The places that the reader sends articles to. Only the menu of an article and the settings ask for them. */
export const destinationsQuery = queryOptions({
  queryKey: keys.destinations,
  queryFn: ({ signal }) => call('listDestinations', { signal }),
  staleTime: Infinity,
});

/** Adds a place. Shows no notice of an error, because the form shows it. */
export const useAddDestination = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewDestination) => call('addDestination', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.destinations }),
    // The variables hold a secret.
    gcTime: 0,
  });
};

const refusal = z.object({ status: z.int() });

/** Returns the status with which a place refused an article; null if something else went wrong. */
const statusIn = (error: unknown): number | null => {
  if (!(error instanceof ApiError) || error.code !== 'SENDING_FAILED') return null;
  return refusal.safeParse(error.details).data?.status ?? null;
};

/** Returns what sends an article to a place, and says what came of it. An address is opened in another tab, mail in its program. */
export const useSend = (): ((row: ArticleRow, to: Destination) => void) => {
  const notify = useNotify();
  const { sentTo, notTaken } = useTexts('articleMenu');
  return ({ article_id, title, link }, { destination_id, kind, name, address }) => {
    if (link === null) return;
    if (kind === 'open') {
      const filled = filledAddress(address, { url: link, title });
      if (filled.startsWith('mailto:')) window.location.assign(filled);
      else window.open(filled, '_blank', 'noopener,noreferrer');
      return;
    }
    call('sendArticle', { params: { article_id }, body: { destination_id } }).then(
      () => notify.info(sentTo(name)),
      (error: unknown) => {
        const status = statusIn(error);
        if (status === null) notify.error(error);
        else notify.info(notTaken(name, status));
      },
    );
  };
};
