import cf from 'cloudfront';

/*
 * CloudFront Functions, runtime 2.0: runs at every viewer request, before the cache.
 *
 * 1. For /api and other feed readers: the signature of origin access control replaces Authorization, and the function URLs see
 *    neither the viewer's address nor the host. They are sent as x-viewer-*. Headers of these names from a viewer are removed.
 * 2. A deployment that serves no other feed readers says so at their paths, instead of answering with the page.
 * 3. A write of a script or of a mail that has no digest of its body goes to their function, because origin access control cannot sign it.
 * 4. For the page: a path without a file name is a view of the app and gets index.html. An error page of the
 *    distribution could do that too, but it would also replace the API's answers of 403 and 404.
 */

// `viewer-request.ts` writes both.
const clientBases = [];
const clientsOrigin = '';

const noClients = {
  statusCode: 404,
  statusDescription: 'Not Found',
  headers: { 'content-type': { value: 'text/plain; charset=utf-8' } },
  body: {
    encoding: 'text',
    data: 'This deployment serves no other feed readers. Its owner sets apps_secret: docs/operations.md.\n',
  },
};

function isClient(uri) {
  return clientBases.some((base) => uri === base || uri.startsWith(`${base}/`));
}

// Signing in and out is for browsers, whose page sends the digest. A mail is ended by its mail program, or by a form without a script.
function isUnsignedWrite(request) {
  const headers = request.headers;
  const uri = request.uri;
  if (request.method === 'GET' || request.method === 'HEAD' || headers['x-amz-content-sha256']) return false;
  if (uri.startsWith('/api/mail/')) return true;
  if (!uri.startsWith('/api/') || uri.startsWith('/api/auth/')) return false;
  return headers.authorization !== undefined && /^bearer +omomi_/i.test(headers.authorization.value);
}

// oxlint-disable-next-line no-unused-vars -- CloudFront calls it
function handler(event) {
  const request = event.request;
  const headers = request.headers;
  delete headers['x-viewer-authorization'];
  delete headers['x-viewer-address'];
  delete headers['x-viewer-host'];
  const isOfClient = isClient(request.uri);
  if (isOfClient && clientsOrigin === '') return noClients;
  if (!isOfClient && clientsOrigin !== '' && isUnsignedWrite(request))
    cf.selectRequestOriginById(clientsOrigin);
  if (isOfClient || request.uri.startsWith('/api/')) {
    headers['x-viewer-address'] = { value: event.viewer.ip };
    if (headers.host) headers['x-viewer-host'] = { value: headers.host.value };
    if (headers.authorization) headers['x-viewer-authorization'] = { value: headers.authorization.value };
  } else if (request.uri.split('/').pop().indexOf('.') === -1) {
    request.uri = '/index.html';
  }
  delete headers.authorization;
  return request;
}
