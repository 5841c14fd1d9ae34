import type { LocalOptions } from '../cli/options.ts';
import type { ListenContext } from './listener.ts';

type Environment = Pick<LocalOptions['environment'], 'NEWSLETTER_LISTEN' | 'NEWSLETTER_TLS'>;

/**
 * Listens for mails where the settings say so; otherwise nothing of it is loaded. Returns the function that ends it. Throws
 * ConfigError.
 */
export const openListener = async (
  ctx: ListenContext,
  { NEWSLETTER_LISTEN: at, NEWSLETTER_TLS: tls }: Environment,
): Promise<() => Promise<void>> => {
  if (at === undefined) return () => Promise.resolve();
  const colon = at.lastIndexOf(':');
  const { listenForMails } = await import('./listener.ts');
  const { createCheckSender, createResolver } = await import('./check-sender.ts');
  const { close } = await listenForMails(ctx, {
    host: at.slice(0, colon).replace(/^\[(.*)\]$/, '$1'),
    port: Number(at.slice(colon + 1)),
    tls,
    check: createCheckSender(createResolver(), ctx.now),
  });
  return close;
};
