import { OutboundError } from './guarded-fetch.ts';
import type { OutboundErrorCode } from './guarded-fetch.ts';

type Explanation = { code: OutboundErrorCode; because: string };

const unreachable = (because: string): Explanation => ({ code: 'unreachable', because });

const explanations: Readonly<Record<string, Explanation>> = {
  ENOTFOUND: { code: 'unresolved', because: 'has no address: the name does not exist' },
  EAI_AGAIN: { code: 'unresolved', because: 'could not be looked up just now' },
  EAI_NODATA: { code: 'unresolved', because: 'has no address' },
  EAI_NONAME: { code: 'unresolved', because: 'has no address: the name does not exist' },
  EAI_FAIL: { code: 'unresolved', because: 'could not be looked up' },
  ENODATA: { code: 'unresolved', because: 'has no address' },
  ESERVFAIL: { code: 'unresolved', because: 'could not be looked up' },
  ECONNREFUSED: unreachable('refused the connection'),
  ECONNRESET: unreachable('broke off the connection'),
  EPIPE: unreachable('broke off the connection'),
  UND_ERR_SOCKET: unreachable('broke off the connection'),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: unreachable('sent less than it announced'),
  EHOSTUNREACH: unreachable('cannot be reached'),
  ENETUNREACH: unreachable('cannot be reached'),
  EADDRNOTAVAIL: unreachable('cannot be reached'),
  UND_ERR_CLOSED: unreachable('was not asked: this process is stopping'),
  UND_ERR_DESTROYED: unreachable('was not asked: this process is stopping'),
  ETIMEDOUT: { code: 'timed_out', because: 'did not answer in time' },
  UND_ERR_CONNECT_TIMEOUT: { code: 'timed_out', because: 'did not answer in time' },
  UND_ERR_HEADERS_TIMEOUT: { code: 'timed_out', because: 'did not answer in time' },
  UND_ERR_BODY_TIMEOUT: { code: 'timed_out', because: 'did not finish its answer in time' },
  UND_ERR_HEADERS_OVERFLOW: { code: 'too_large', because: 'sends headers that are too large' },
  HPE_HEADER_OVERFLOW: { code: 'too_large', because: 'sends headers that are too large' },
  CERT_HAS_EXPIRED: { code: 'tls_failed', because: 'has a certificate that has expired' },
  CERT_NOT_YET_VALID: { code: 'tls_failed', because: 'has a certificate that is not valid yet' },
  ERR_TLS_CERT_ALTNAME_INVALID: { code: 'tls_failed', because: 'has a certificate for another name' },
  DEPTH_ZERO_SELF_SIGNED_CERT: { code: 'tls_failed', because: 'has a certificate that nobody vouches for' },
  SELF_SIGNED_CERT_IN_CHAIN: { code: 'tls_failed', because: 'has a certificate that nobody vouches for' },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    code: 'tls_failed',
    because: 'has a certificate that nobody vouches for',
  },
  EPROTO: { code: 'tls_failed', because: 'could not agree on a secure connection' },
};

// Errors of undici are told by code and name, because its classes would be loaded with every start.
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const explain = (code: string): Explanation | null => {
  const known = explanations[code];
  if (known !== undefined) return known;
  if (/^(ERR_SSL_|ERR_TLS_)/.test(code)) {
    return { code: 'tls_failed', because: 'could not agree on a secure connection' };
  }
  if (/^(CERT_|UNABLE_TO_|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH)/.test(code)) {
    return { code: 'tls_failed', because: 'has a certificate that cannot be trusted' };
  }
  if (/^(Z_|ERR_ZLIB|ERR_BROTLI|ERR__ERROR_|ERR_PADDING|ZSTD_|ERR_ZSTD)/.test(code)) {
    return unreachable('sent an answer whose compression is broken');
  }
  return null;
};

// The errors inside a wrapped error give more detail: several failed addresses, or a cause.
const candidates = (error: unknown, depth = 0): unknown[] => {
  if (depth > 4 || !(error instanceof Error)) return [error];
  const inner = error instanceof AggregateError ? error.errors : [];
  return [error, ...inner, error.cause].flatMap((one, index) =>
    index === 0 ? [one] : one === undefined ? [] : candidates(one, depth + 1),
  );
};

/** Converts any error of a request to an OutboundError whose message names only the host, never path or query. */
export const toOutboundError = (error: unknown, host: string): OutboundError => {
  for (const one of candidates(error)) {
    if (one instanceof OutboundError) return one;
    const explanation =
      explain(codeOf(one)) ??
      (one instanceof Error && one.name === 'HTTPParserError'
        ? unreachable('answered with something that is not HTTP')
        : null);
    if (explanation !== null) {
      return new OutboundError(explanation.code, `${host} ${explanation.because}.`, { cause: error });
    }
  }
  return new OutboundError('unreachable', `${host} could not be fetched.`, { cause: error });
};

/** Checks whether a request failed because the other side closed the connection before its response began. */
export const isBrokenConnection = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(error));
