import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import Provider from 'oidc-provider';

export type Account = { email?: string; email_verified?: boolean; name?: string };

const readForm = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
};

const page =
  '<!doctype html><title>Provider</title><form method="post"><input name="login" aria-label="Login"><button>Continue</button></form>';

/**
 * Starts a real OpenID provider on a loopback port, with accounts by login name. `state.login` is the account that is
 * signed in without a form; null shows the form, and 'denied' refuses the sign-in.
 */
export const startRealProvider = async ({
  accounts,
  redirectUris,
}: {
  accounts: Record<string, Account>;
  /** Returns the redirect URIs. It is called when the provider is first used: a client may learn its address late. */
  redirectUris: () => string[];
}) => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const issuer = `http://127.0.0.1:${address.port}`;
  const client = { client_id: 'omomi', client_secret: 'a-secret-of-the-client-32-characters' };

  const configuration = () => ({
    clients: [{ ...client, redirect_uris: redirectUris() }],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of this test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, accountId: string) =>
      accounts[accountId] && { accountId, claims: () => ({ sub: accountId, ...accounts[accountId] }) },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  let made: Provider | undefined;
  const state: { login: string | null } = { login: null };

  server.on('request', async (request, response) => {
    const provider = (made ??= new Provider(issuer, configuration()));
    if (!request.url?.startsWith('/interaction/')) {
      provider.callback()(request, response);
      return;
    }
    const { params, prompt, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'consent' && session !== undefined) {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
      grant.addOIDCScope('openid email profile');
      const result = { consent: { grantId: await grant.save() } };
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
      return;
    }
    const login = request.method === 'POST' ? (await readForm(request)).get('login') : state.login;
    if (login === null) {
      response.setHeader('content-type', 'text/html');
      response.end(page);
      return;
    }
    const result =
      login === 'denied'
        ? { error: 'access_denied', error_description: 'the reader said no' }
        : { login: { accountId: login } };
    await provider.interactionFinished(request, response, result);
  });

  return {
    settings: { issuer, ...client },
    state,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
