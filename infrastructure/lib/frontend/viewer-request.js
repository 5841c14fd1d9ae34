/*
 * CloudFront Functions, runtime 2.0: runs at every viewer request, before the cache.
 *
 * 1. Admission. There is no sign-in yet, so a deployment lets in one pair of HTTP Basic credentials, known by the
 *    SHA-256 of `user:password` that was given at synthesis. Without it everyone is refused. The hash has no salt and
 *    is readable to whoever can read the function: the password must be long and random.
 * 2. For /api: the signature of origin access control replaces Authorization, and the function URL sees neither the
 *    viewer's address nor the host. They travel as x-viewer-*; what a viewer sends under these names is dropped.
 *    Basic credentials are for this gate and go no further.
 * 3. For the page: a path without a file name is a place in the app and gets index.html. An error page of the
 *    distribution could do that too, but it would also replace the API's answers of 403 and 404.
 */
const crypto = require('crypto');

const accessHash = '@@ACCESS_HASH@@';

const closed =
  'This Omomi is closed: deploy it again with -c access_hash=<SHA-256 in hex of user:password> to open it to that user.';
const unauthenticated = 'Sign in with the user name and password of this Omomi.';

function isApi(uri) {
  return uri.startsWith('/api/');
}

function answer(request, status, description, code, message, headers) {
  const body = isApi(request.uri)
    ? JSON.stringify({
        error: { code: code, message: message, details: {}, category: 'auth', action: message },
      })
    : message;
  const all = {
    'content-type': { value: isApi(request.uri) ? 'application/json' : 'text/plain; charset=utf-8' },
    'cache-control': { value: 'no-store' },
    'x-content-type-options': { value: 'nosniff' },
  };
  return {
    statusCode: status,
    statusDescription: description,
    headers: Object.assign(all, headers),
    body: { encoding: 'text', data: body },
  };
}

function basicCredentials(headers) {
  const authorization = headers.authorization ? headers.authorization.value : '';
  const match = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization);
  return match ? Buffer.from(match[1], 'base64') : null;
}

/** The answer that refuses the request, or null where it may pass. */
function refusal(request) {
  if (!/^[0-9a-f]{64}$/.test(accessHash)) return answer(request, 403, 'Forbidden', 'FORBIDDEN', closed, {});
  const credentials = basicCredentials(request.headers);
  if (credentials !== null && crypto.createHash('sha256').update(credentials).digest('hex') === accessHash)
    return null;
  return answer(request, 401, 'Unauthorized', 'UNAUTHENTICATED', unauthenticated, {
    'www-authenticate': { value: 'Basic realm="Omomi", charset="UTF-8"' },
  });
}

function forward(event) {
  const request = event.request;
  const headers = request.headers;
  delete headers['x-viewer-authorization'];
  delete headers['x-viewer-address'];
  delete headers['x-viewer-host'];
  if (isApi(request.uri)) {
    headers['x-viewer-address'] = { value: event.viewer.ip };
    if (headers.host) headers['x-viewer-host'] = { value: headers.host.value };
    if (headers.authorization && !/^basic /i.test(headers.authorization.value))
      headers['x-viewer-authorization'] = { value: headers.authorization.value };
  } else if (request.uri.split('/').pop().indexOf('.') === -1) {
    request.uri = '/index.html';
  }
  delete headers.authorization;
  return request;
}

// oxlint-disable-next-line no-unused-vars -- CloudFront calls it
function handler(event) {
  return refusal(event.request) || forward(event);
}
