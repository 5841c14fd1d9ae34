import type { ArticleRow, Destination } from '@omomi/backend/contract';
import { filledAddress } from '@omomi/backend/contract';
import { z } from 'zod';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/api.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { useNotify } from '../../../lib/notify.ts';

const refusal = z.object({ status: z.int() });

/** Returns the status with which a place refused an article; null if something else went wrong. */
const statusIn = (error: unknown): number | null => {
  if (!(error instanceof ApiError) || error.code !== 'SENDING_FAILED') return null;
  return refusal.safeParse(error.details).data?.status ?? null;
};

/** Returns the function that sends an article to a place and tells the reader how that went. It opens an address in another tab, and mail in its program. */
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
