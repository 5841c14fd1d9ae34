import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';

/** Deviations of the next sign-in from a correct one. */
export type Forgery = {
  claims?: JWTPayload;
  /** Sends an unsigned token that declares `alg: none`. */
  isUnsigned?: boolean;
  /** Signs with a key that the provider does not publish. */
  hasForeignKey?: boolean;
  /** Makes the token endpoint refuse the code, as it does for an expired one. */
  refusesCode?: boolean;
  /** Makes the token endpoint close the connection. */
  isDown?: boolean;
  userinfo?: Record<string, unknown>;
  /** The state to send back in place of the requested one. */
  state?: string;
};

/** Starts an OpenID provider that sends any claims a test wants, correct or not. */
export const startHandmadeProvider = async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const foreign = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const state: { forgery: Forgery; nonce: string | null; isAskedWhen: boolean; requests: string[] } = {
    forgery: {},
    nonce: null,
    isAskedWhen: false,
    requests: [],
  };

  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const issuer = `http://127.0.0.1:${address.port}`;

  const idToken = async (): Promise<string> => {
    const { claims, isUnsigned, hasForeignKey } = state.forgery;
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: issuer,
      aud: 'omomi',
      sub: 'someone',
      iat: now,
      exp: now + 300,
      ...(state.nonce === null ? {} : { nonce: state.nonce }),
      ...(state.isAskedWhen ? { auth_time: now } : {}),
      email: 'reader@example.org',
      email_verified: true,
      name: 'A Reader',
      ...claims,
    };
    if (isUnsigned === true) return new UnsecuredJWT(payload).encode();
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(hasForeignKey === true ? foreign.privateKey : privateKey);
  };

  const answers: Record<string, () => Promise<[number, unknown]>> = {
    '/.well-known/openid-configuration': async () => [
      200,
      {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'none'],
      },
    ],
    '/keys': async () => [200, { keys: [jwk] }],
    '/token': async () =>
      state.forgery.refusesCode === true
        ? [400, { error: 'invalid_grant', error_description: 'the code is expired' }]
        : [200, { access_token: 'an access token', token_type: 'Bearer', id_token: await idToken() }],
    '/userinfo': async () => [200, { sub: 'someone', ...state.forgery.userinfo }],
  };
  server.on('request', async (request, response) => {
    const path = request.url ?? '';
    state.requests.push(path);
    if (path === '/token' && state.forgery.isDown === true) {
      request.socket.destroy();
      return;
    }
    if (path.startsWith('/authorize?')) {
      const asked = new URLSearchParams(path.slice(path.indexOf('?')));
      state.nonce = asked.get('nonce');
      state.isAskedWhen = asked.has('max_age');
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.searchParams.set('code', 'a-code');
      back.searchParams.set('state', state.forgery.state ?? asked.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    const [status, body] = (await answers[path]?.()) ?? [404, {}];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });

  return {
    issuer,
    state,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
