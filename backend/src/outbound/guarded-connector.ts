import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { refusedAddressKind } from './addresses.ts';
import { isAllowedHost } from './allow-hosts.ts';
import type { AllowHosts } from './allow-hosts.ts';
import { OutboundError } from './guarded-fetch.ts';

/** Every address of a host name, in the order to try them. Rejects as `dns.promises.lookup` does. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

const refuse = (host: string, kind: string): OutboundError =>
  new OutboundError('address_refused', `${host} is not on the public internet (${kind} address).`);

type Verdict = (hostname: string, addresses: LookupAddress[]) => OutboundError | null;

const publicOnly: Verdict = (hostname, addresses) => {
  for (const { address } of addresses) {
    const kind = refusedAddressKind(address);
    if (kind !== null) return refuse(hostname, kind);
  }
  return null;
};

const anyAddress: Verdict = () => null;

// The socket connects to the very list handed over here and resolves nothing itself, so a name that
// answers differently a moment later changes nothing.
const checkedLookup = (lookup: Lookup, verdict: Verdict): LookupFunction => {
  const resolve = callbackify(async (hostname: string) => {
    const addresses = await lookup(hostname);
    const refusal = verdict(hostname, addresses);
    if (refusal !== null) throw refusal;
    return addresses;
  });
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const first = error === null ? addresses[0] : undefined;
      if (error !== null) callback(error, []);
      else if (first === undefined)
        callback(new OutboundError('unresolved', `${hostname} has no address.`), []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
};

/**
 * An undici connector that lets through the public internet and `allowHosts` only. A name with one refused
 * address among several is refused as a whole.
 */
export const createGuardedConnector = (
  allowHosts: AllowHosts,
  lookup: Lookup,
  timeoutMs: number,
): buildConnector.connector => {
  const connectorFor = (verdict: Verdict): buildConnector.connector =>
    buildConnector({
      allowH2: false,
      timeout: timeoutMs,
      autoSelectFamily: true,
      lookup: checkedLookup(lookup, verdict),
    });
  const connectPublic = connectorFor(publicOnly);
  const connectAny = connectorFor(anyAddress);

  return (options, callback) => {
    const { hostname } = options;
    const port = options.port === '' ? (options.protocol === 'https:' ? 443 : 80) : Number(options.port);
    const urlHost = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
    if (isAllowedHost(allowHosts, urlHost, port)) {
      connectAny(options, callback);
      return;
    }
    // A numeric host never reaches the lookup.
    const kind = isIP(hostname) === 0 ? null : refusedAddressKind(hostname);
    if (kind !== null) {
      callback(refuse(hostname, kind), null);
      return;
    }
    connectPublic(options, (error, socket) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      // Cannot happen as the socket is given checked addresses only; a second look costs nothing.
      const connectedKind = refusedAddressKind(socket.remoteAddress ?? '');
      if (connectedKind === null) {
        callback(null, socket);
        return;
      }
      socket.destroy();
      callback(refuse(hostname, connectedKind), null);
    });
  };
};
