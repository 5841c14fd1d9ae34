import { createHash, timingSafeEqual } from 'node:crypto';
import { textAnswer } from '../clients/shared/answers.ts';
import type { Api } from '../api/requests.ts';
import { ORIGIN_HEADER } from '../config/client-paths.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Returns a handler that refuses requests without the distribution's secret. Everybody may call the function's URL, because
 * other feed readers cannot sign a body, and its headers tell who asks and from where. The comparison takes the same time for
 * any header. Without a secret nothing is answered.
 */
export const onlyFromDistribution =
  (secret: string | undefined, answer: Api): Api =>
  (event, context, gone) => {
    const given = event.headers[ORIGIN_HEADER];
    const isTrue =
      secret !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(secret));
    return isTrue
      ? answer(event, context, gone)
      : Promise.resolve(textAnswer('Omomi answers at the address of its page only.\n', 403));
  };
