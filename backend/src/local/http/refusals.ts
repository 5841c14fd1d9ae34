import { isIP } from 'node:net';
import { contentSecurityPolicy } from '../../config/security-policy.ts';
import { errorTable, type ErrorBody, type ErrorCode } from '../../contract/index.ts';

/** A response before the server writes it. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  /** Values of the Set-Cookie header, one header each. */
  cookies?: readonly string[];
  body: Buffer;
};

/** Returns an error of the server itself, in the same form as the errors of the API. */
export const errorAnswer = (
  code: ErrorCode,
  { message, action }: { message: string; action: string },
  status: number = errorTable[code].status,
): Answer => {
  const { category } = errorTable[code];
  const body: ErrorBody = { error: { code, message, details: {}, category, action } };
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: Buffer.from(JSON.stringify(body)),
  };
};

export const tooLarge = errorAnswer('PAYLOAD_TOO_LARGE', {
  message: 'The request body is larger than 4 MB',
  action: 'Send a smaller request.',
});
export const foreignHost = errorAnswer('HOST_REFUSED', {
  message: 'This server does not go by the name that the request was sent to',
  action:
    'Open the address that Omomi printed when it started, or add this name to ALLOWED_HOSTS and start Omomi again.',
});
export const largeHeaders = errorAnswer(
  'VALIDATION_FAILED',
  {
    message: 'The path and the headers of the request are larger than 16 KB',
    action: 'Check the client that sent the request; in a browser, delete the cookies of this address.',
  },
  431,
);
export const badTarget = errorAnswer('VALIDATION_FAILED', {
  message: 'The request does not name a path',
  action: 'Send a path that begins with a slash.',
});
export const internal = errorAnswer('INTERNAL', {
  message: 'Something went wrong in Omomi',
  action: 'Try again; the log of the server says more.',
});

/** Returns the response to bytes that Node refused with this error code. */
export const malformed = (code: string): Answer => {
  const action = 'Check the client that sent the request.';
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return errorAnswer(
        'VALIDATION_FAILED',
        {
          message: 'The address of the request, with its headers, is longer than 4 MB',
          action: 'Shorten the address; a search query has at most 500 characters.',
        },
        431,
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return errorAnswer(
        'VALIDATION_FAILED',
        { message: 'The request took too long to arrive', action },
        408,
      );
    default:
      return errorAnswer('VALIDATION_FAILED', { message: 'The request is malformed', action });
  }
};

export const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]'] as const;

const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(\d{1,5}))?$/;

/**
 * Checks whether a Host header is an IP address. No other site can be made to point there by a name (DNS rebinding), because a
 * browser sends the name that it was given.
 */
export const isAddressHost = (host: string | undefined): boolean => {
  const name = hostPattern.exec(host?.toLowerCase() ?? '')?.[1] ?? '';
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
};

/** Checks whether a Host header names this machine by a loopback name, with any port. */
export const namesLoopback = (host: string | undefined): boolean => {
  const name = hostPattern.exec(host?.toLowerCase() ?? '')?.[1];
  return loopbackHosts.some((one) => one === name);
};

/**
 * Checks whether a Host header names this server. This prevents DNS rebinding: a page of another name whose address is
 * a loopback address. An entry of `allowed` is a name, which is allowed with the server's own port, or `name:port`.
 */
export const isOwnHost = (
  host: string | undefined,
  serverPort: number | undefined,
  allowed: readonly string[],
): boolean => {
  const match = hostPattern.exec(host?.toLowerCase() ?? '');
  if (match === null) return false;
  const [, name = '', port = '80'] = match;
  return (
    (allowed.includes(name) && Number(port) === serverPort) || allowed.includes(`${name}:${Number(port)}`)
  );
};

/** The headers of every response, the same as CloudFront sets in the cloud. Names are in lower case. */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Browsers obey this header over HTTPS only, so it matters behind a proxy that handles TLS.
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const satisfies Record<string, string>;
