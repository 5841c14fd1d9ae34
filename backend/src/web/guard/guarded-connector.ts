import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction, Socket } from 'node:net';
import { callbackify } from 'node:util';
import type { buildConnector as Connectors } from 'undici';
import { buildConnector } from './undici.ts';
import { refusedAddressKind } from './addresses.ts';
import { type AllowHosts, isAllowedHost, portOf } from './target.ts';
import { OutboundError } from './guarded-fetch.ts';
import { openTunnel, type Proxy } from './proxy-tunnel.ts';

/** Returns every address of a host name, in the order in which to try them. Rejects like `dns.promises.lookup`. */
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

// The socket connects to exactly the addresses returned here and resolves nothing itself, so a name that resolves
// differently a moment later has no effect.
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

/** The most addresses of a name that a proxy is asked for. */
const MOST_ASKED = 3;

/**
 * Creates a connector that goes through a proxy. The name is resolved and checked here, and the proxy is asked for the addresses that were
 * checked, one after the other, so it cannot be led elsewhere either.
 */
const proxyConnector = (proxy: Proxy, lookup: Lookup, timeoutMs: number): Connectors.connector => {
  const encrypt = buildConnector({ allowH2: false, timeout: timeoutMs });
  const open = async (hostname: string, port: number): Promise<Socket> => {
    const addresses = isIP(hostname) === 0 ? await lookup(hostname) : [{ address: hostname, family: 0 }];
    const refusal = publicOnly(hostname, addresses);
    if (refusal !== null) throw refusal;
    let failure = new OutboundError('unresolved', `${hostname} has no address.`);
    for (const { address } of addresses.slice(0, MOST_ASKED)) {
      try {
        return await openTunnel(proxy, { address, port, hostname }, timeoutMs);
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        failure = error;
      }
    }
    throw failure;
  };
  const opened = callbackify(open);
  return (options, callback) => {
    opened(options.hostname, portOf(options), (error, socket) => {
      if (error !== null) callback(error, null);
      else if (options.protocol === 'https:') encrypt({ ...options, httpSocket: socket }, callback);
      else callback(null, socket);
    });
  };
};

/**
 * Creates an undici connector that connects only to the public internet and to `allowHosts`. A name is refused as a
 * whole if any of its addresses is refused. With a proxy, all but `allowHosts` are reached through it.
 */
export const createGuardedConnector = (
  allowHosts: AllowHosts,
  lookup: Lookup,
  timeoutMs: number,
  proxy: Proxy | null = null,
): Connectors.connector => {
  const connectByProxy = proxy === null ? null : proxyConnector(proxy, lookup, timeoutMs);
  const connectorFor = (verdict: Verdict): Connectors.connector =>
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
    const port = portOf(options);
    const urlHost = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
    if (isAllowedHost(allowHosts, urlHost, port)) {
      connectAny(options, callback);
      return;
    }
    if (connectByProxy !== null) {
      connectByProxy(options, callback);
      return;
    }
    // A numeric host is never looked up, so check it here.
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
      // This cannot happen, because the socket gets only checked addresses; the second check is cheap.
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
