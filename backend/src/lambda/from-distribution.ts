import { textAnswer } from '../clients/shared/request.ts';
import type { Api } from '../api/requests.ts';
import { ORIGIN_HEADER } from '../config/client-paths.ts';
import { isSameSecret } from '../lib/digest.ts';

/**
 * Returns a handler that refuses requests without the distribution's secret. Everybody may call the function's URL, because
 * other feed readers cannot sign a body, and its headers tell who asks and from where. Without a secret nothing is answered.
 */
export const onlyFromDistribution =
  (secret: string | undefined, answer: Api): Api =>
  (event, context, gone) => {
    const given = event.headers[ORIGIN_HEADER];
    return secret !== undefined && given !== undefined && isSameSecret(given, secret)
      ? answer(event, context, gone)
      : Promise.resolve(textAnswer('Omomi answers at the address of its page only.\n', 403));
  };
