import { describe, expect, it } from 'vitest';
import { toOutboundError } from './error-codes.ts';
import { OutboundError } from './guarded-fetch.ts';

const failure = (code: string): Error =>
  Object.assign(new Error(`connect ${code} 10.0.0.1/secret`), { code });

describe('toOutboundError', () => {
  it.each([
    ['ENOTFOUND', 'unresolved'],
    ['EAI_AGAIN', 'unresolved'],
    ['ECONNREFUSED', 'unreachable'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ETIMEDOUT', 'timed_out'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timed_out'],
    ['UND_ERR_HEADERS_OVERFLOW', 'too_large'],
    ['CERT_HAS_EXPIRED', 'tls_failed'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_failed'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls_failed'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_failed'],
    ['Z_DATA_ERROR', 'unreachable'],
    ['SOMETHING_NEW', 'unreachable'],
  ])('names %s %s in a sentence about the host', (code, expected) => {
    const error = toOutboundError(failure(code), 'example.com');
    expect(error).toMatchObject({ name: 'OutboundError', fault: expected });
    expect(error.message).toMatch(/^example\.com [a-zA-Z ,:]+\.$/);
  });

  it('finds the code in causes and in errors of several addresses', () => {
    const tried = new AggregateError([failure('ECONNREFUSED'), failure('ENETUNREACH')]);
    expect(toOutboundError(tried, 'a.example').message).toBe('a.example refused the connection.');
    const wrapped = new Error('outer', { cause: failure('CERT_HAS_EXPIRED') });
    expect(toOutboundError(wrapped, 'a.example').fault).toBe('tls_failed');
  });

  it('returns an OutboundError unchanged', () => {
    const refusal = new OutboundError('address_refused', 'no');
    expect(toOutboundError(refusal, 'a.example')).toBe(refusal);
    expect(toOutboundError(new Error('outer', { cause: refusal }), 'a.example')).toBe(refusal);
  });

  it('accepts any thrown value', () => {
    expect(toOutboundError('text', 'a.example')).toMatchObject({ fault: 'unreachable' });
  });
});
