import { Resolver as NameServers } from 'node:dns/promises';
import type { Clock } from '../../lib/clock.ts';
import { checkDkim } from './dkim.ts';
import type { CheckSender } from './listener.ts';
import { checkSpf, type Resolver } from './spf.ts';

/** The most milliseconds that a mail waits for each question to a name server, and how often it is asked. */
const PATIENCE = { timeout: 3000, tries: 2 };

const noneIfMissing = (error: unknown): never[] => {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA'))
    return [];
  throw error;
};

/** Creates the resolver that asks the name servers of this machine. */
export const createResolver = (): Resolver => {
  const servers = new NameServers(PATIENCE);
  return {
    texts: async (name) =>
      (await servers.resolveTxt(name).catch(noneIfMissing)).map((parts) => parts.join('')),
    addresses: (name, family) =>
      (family === 4 ? servers.resolve4(name) : servers.resolve6(name)).catch(noneIfMissing),
    exchanges: async (name) =>
      (await servers.resolveMx(name).catch(noneIfMissing))
        .toSorted((a, b) => a.priority - b.priority)
        .map(({ exchange }) => exchange),
  };
};

const said = ({ result, domain }: { result: string; domain: string | null }): string =>
  domain === null ? result : `${result} (${domain})`;

/** Creates the check of senders by SPF and DKIM: each result with the domain that vouches, as in `pass (rain.example)`. */
export const createCheckSender =
  (resolver: Resolver, now: Clock): CheckSender =>
  async (delivery, bytes) => {
    const [spf, dkim] = await Promise.all([
      checkSpf(delivery, resolver),
      checkDkim(bytes, resolver.texts, now()),
    ]);
    return { spf: said(spf), dkim: said(dkim) };
  };
