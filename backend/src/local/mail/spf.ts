import ipaddr from 'ipaddr.js';
import type { ReadTexts } from './dkim.ts';

/** Looks names up; no answer is an empty list. Each throws if no name server answers. */
export type Resolver = {
  texts: ReadTexts;
  /** The addresses of a name: IPv4 or IPv6. */
  addresses: (name: string, family: 4 | 6) => Promise<string[]>;
  /** The names of the servers that take a domain's mails. */
  exchanges: (name: string) => Promise<string[]>;
};

/** A result by the words of RFC 7208, 2.6. */
export type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

/** Terms that ask a name server, servers of mails for one `mx`, and records included in records (RFC 7208, 4.6.4). */
const MOST_LOOKUPS = 10;

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Asked = { ip: Address; sender: string; helo: string; resolver: Resolver; lookups: number };

/** The record breaks the rules of RFC 7208. */
class RecordError extends Error {}

const qualifiers: Readonly<Record<string, SpfResult>> = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
};

const countLookup = (asked: Asked): void => {
  asked.lookups += 1;
  if (asked.lookups > MOST_LOOKUPS) throw new RecordError('more than 10 lookups');
};

const isWithin = (ip: Address, network: string, bits: number): boolean => {
  if (!ipaddr.isValid(network)) throw new RecordError(`${network} is no address`);
  const parsed = ipaddr.parse(network);
  return parsed.kind() === ip.kind() && ip.match(parsed, bits);
};

/** The parts of an address as a name has them: four of IPv4, 32 of IPv6. */
const dotted = (ip: Address): string =>
  ip.kind() === 'ipv4' ? ip.toString() : Array.from(Buffer.from(ip.toByteArray()).toString('hex')).join('.');

/** Returns a name with its macros replaced (RFC 7208, 7). */
const expanded = (text: string, domain: string, { ip, sender, helo }: Asked): string =>
  text.replaceAll(
    /%(?:\{([a-z])(\d{0,3})(r?)([-.+,/_=]*)\}|([%_-])|)/gi,
    (found, letter, digits, reversed, marks, plain) => {
      if (plain !== undefined) return { '%': '%', _: ' ', '-': '%20' }[String(plain)] ?? '';
      const [local = '', of = ''] = sender.split('@');
      const values: Readonly<Record<string, string>> = {
        s: sender,
        l: local,
        o: of,
        d: domain,
        i: dotted(ip),
        v: ip.kind() === 'ipv4' ? 'in-addr' : 'ip6',
        h: helo,
      };
      const value = values[String(letter ?? '').toLowerCase()];
      if (value === undefined) throw new RecordError(`${found} is no macro`);
      const cuts = String(marks || '.');
      const parts = Array.from(cuts).reduce((all, cut) => all.flatMap((part) => part.split(cut)), [value]);
      const ordered = reversed === '' ? parts : parts.toReversed();
      return ordered.slice(digits === '' ? 0 : -Number(digits)).join('.');
    },
  );

type Term = { qualifier: string; name: string; value: string; bits4: number; bits6: number };

const termOf = (text: string): Term => {
  const [, qualifier = '', name = '', value = '', bits4, bits6] =
    /^([-+~?]?)([a-z0-9]+)(?::(.*?))?(?:\/(\d{1,2}))?(?:\/\/(\d{1,3}))?$/i.exec(text) ?? [];
  if (name === '') throw new RecordError(`${text} is no term`);
  return {
    qualifier: qualifier || '+',
    name: name.toLowerCase(),
    value,
    bits4: Number(bits4 ?? 32),
    bits6: Number(bits6 ?? 128),
  };
};

const hasAddress = async (
  { ip, resolver }: Asked,
  name: string,
  { bits4, bits6 }: Term,
): Promise<boolean> => {
  const isFour = ip.kind() === 'ipv4';
  const found = await resolver.addresses(name, isFour ? 4 : 6);
  return found.some((address) => isWithin(ip, address, isFour ? bits4 : bits6));
};

/** Returns whether a mechanism matches (RFC 7208, 5). */
const matches = async (asked: Asked, term: Term, domain: string): Promise<boolean> => {
  const { ip, resolver } = asked;
  const target = term.value === '' ? domain : expanded(term.value, domain, asked);
  switch (term.name) {
    case 'all':
      return true;
    case 'ip4':
      return isWithin(ip, term.value, term.bits4);
    case 'ip6': {
      const [network = '', bits = '128'] = term.value.split('/');
      return isWithin(ip, network, Number(bits));
    }
    case 'include': {
      countLookup(asked);
      const result = await evaluate(asked, target);
      if (result === 'none' || result === 'permerror') throw new RecordError(`${target} has no record`);
      if (result === 'temperror') throw new Error('no name server answers');
      return result === 'pass';
    }
    case 'a':
      countLookup(asked);
      return hasAddress(asked, target, term);
    case 'mx': {
      countLookup(asked);
      for (const name of (await resolver.exchanges(target)).slice(0, MOST_LOOKUPS))
        if (await hasAddress(asked, name, term)) return true;
      return false;
    }
    case 'exists':
      countLookup(asked);
      return (await resolver.addresses(target, 4)).length > 0;
    case 'ptr':
      // Not to be used any more (RFC 7208, 5.5).
      countLookup(asked);
      return false;
    default:
      throw new RecordError(`${term.name} is no mechanism`);
  }
};

const evaluate = async (asked: Asked, domain: string): Promise<SpfResult> => {
  const records = (await asked.resolver.texts(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text));
  const [record, ...others] = records;
  if (record === undefined) return 'none';
  if (others.length > 0) return 'permerror';
  const terms = record
    .split(/ +/)
    .slice(1)
    .filter((text) => text !== '');
  let redirect: string | null = null;
  for (const text of terms) {
    const modifier = /^([a-z][\w.-]*)=(.*)$/i.exec(text);
    if (modifier !== null) {
      if (modifier[1]?.toLowerCase() === 'redirect') redirect = modifier[2] ?? '';
      continue;
    }
    const term = /^[-+~?]?ip6:/i.test(text)
      ? {
          ...termOf('ip6'),
          qualifier: /^[-+~?]/.exec(text)?.[0] ?? '+',
          value: text.slice(text.indexOf(':') + 1),
        }
      : termOf(text);
    if (await matches(asked, term, domain)) return qualifiers[term.qualifier] ?? 'neutral';
  }
  if (redirect === null) return 'neutral';
  countLookup(asked);
  const result = await evaluate(asked, expanded(redirect, domain, asked));
  return result === 'none' ? 'permerror' : result;
};

/**
 * Returns whether the domain of an envelope's sender lets this address send its mails (SPF, RFC 7208). Without a sender the name that the
 * server gives itself counts. Never throws.
 */
export const checkSpf = async (
  { address, helo, from }: { address: string; helo: string; from: string },
  resolver: Resolver,
): Promise<{ result: SpfResult; domain: string | null }> => {
  const sender = from === '' ? `postmaster@${helo}` : from;
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
  if (!ipaddr.isValid(address) || !domain.includes('.')) return { result: 'none', domain: null };
  const ip = ipaddr.process(address);
  try {
    return { result: await evaluate({ ip, sender, helo, resolver, lookups: 0 }, domain), domain };
  } catch (error) {
    return { result: error instanceof RecordError ? 'permerror' : 'temperror', domain };
  }
};
