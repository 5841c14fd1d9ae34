// Writes docs/settings.md from the settings of config/env.ts and the local runner: npm run docs:settings
import { writeFile } from 'node:fs/promises';
import { settings } from '../src/config/settings.ts';
import { localEnvironment } from '../src/local/cli/options.ts';

/** The variables that the flags of `npm start` stand for. */
const flags = {
  PORT: { flag: '--port', local: '8400' },
  DATA_DIR: { flag: '--data', local: './.data' },
  HOST: { flag: '--host', local: '127.0.0.1' },
} as const;

type Name = keyof typeof flags | keyof (typeof localEnvironment)['shape'];

const embedders = settings.shape.EMBEDDER.removeDefault().options;

/** One sentence for each setting: what it does, and what is allowed. The compiler demands one for a new setting. */
const about: Record<Name, string> = {
  PORT: 'The port to serve on; 0 for any that is free.',
  DATA_DIR: 'The folder where feeds, articles and queues are kept.',
  HOST: 'The address to serve on. With another than loopback readers sign in.',
  EMBEDDER: `The model of meanings: ${embedders.map((name) => `\`${name}\``).join(', ')}.`,
  BEDROCK_MODEL_ID: 'The model of Bedrock, with `EMBEDDER=bedrock`.',
  BEDROCK_REGION: "The region of Bedrock; unset: the function's own.",
  EMBEDDING_DIMENSION: "Numbers in a vector, 128 to 3072; unset: the model's own.",
  OPENAI_BASE_URL: 'The address of a service that speaks the API of OpenAI, with `EMBEDDER=openai`.',
  OPENAI_API_KEY: 'Its key, if it needs one.',
  OPENAI_MODEL: 'Its model.',
  TEXT_MODEL:
    'The model that summarises and translates an article when a reader asks for it: `bedrock:amazon.nova-micro-v1:0` (in `BEDROCK_REGION`) or, at `OPENAI_BASE_URL`, `openai:<name>`. The texts go there. Unset: none.',
  TEXT_MODEL_PRICE:
    'What it costs, as USD a million tokens in/out, such as `0.035/0.14`; `0/0` on a machine of your own. Known for Nova Micro, Lite and Pro.',
  TEXT_MODEL_MONTHLY_USD: 'The most USD that it may cost in a month, for all readers together.',
  ARTICLE_RETENTION_DAYS: 'Days for which an article is kept, 1 to 365.',
  READ_RETENTION_HOURS: 'Hours for which a read article is kept, 1 to 8760.',
  FETCH_ALLOW_HOSTS:
    'Hosts, with or without port, that may be fetched although their address is private, and without pauses; separated by commas.',
  USER_AGENT_URL: 'The address in the user agent, where publishers learn who asks.',
  MAX_SUBSCRIPTIONS: 'Feeds that a reader may follow, 1 to 10000.',
  RATE_LIMIT_PUBLIC_UNAUTHENTICATED:
    'Requests of an address that has not signed in, as `<attempts>/<minutes>m`.',
  RATE_LIMIT_PROTECTED_UNAUTHENTICATED: 'Attempts to sign in of an address, as `<attempts>/<minutes>m`.',
  RATE_LIMIT_PUBLIC_AUTHENTICATED: 'Requests of a reader, as `<attempts>/<minutes>m`.',
  RATE_LIMIT_PROTECTED_AUTHENTICATED: 'Requests of a reader that change much, as `<attempts>/<minutes>m`.',
  RATE_LIMIT_SEARCH: 'Searches of a reader, as `<attempts>/<minutes>m`.',
  RATE_LIMIT_FEED_REGISTRATION: 'New feeds of a reader, as `<attempts>/<minutes>m`.',
  RATE_LIMIT_SIGN_IN:
    'Attempts to sign in with a password, a passkey or an invitation, of an address and at a name, as `<attempts>/<minutes>m`.',
  RATE_LIMIT_CLIENT: 'Requests of a reader’s other feed readers, as `<attempts>/<minutes>m`.',
  RATE_LIMIT_HOOK: 'Calls of hubs, and mails of newsletters, from an address, as `<attempts>/<minutes>m`.',
  HATEBU:
    '`on` shows how often Hatena Bookmark has an article, which tells that service its address; `off` does not. Unset on a laptop: on where its language is Japanese.',
  PUBLIC_URL:
    'The address at which the internet reaches this service, such as `https://reader.example`. With it, feeds that name a hub (WebSub) are told of news at once and fetched once a day. A deployment needs `apps_secret` for it. Unset: no hub is asked.',
  OIDC_ISSUER: 'The provider of OpenID Connect; unset: Google.',
  OIDC_CLIENT_ID: 'The client id with which readers sign in. Unset in a deployment: nobody gets in.',
  OIDC_CLIENT_SECRET: 'Its secret.',
  OUTBOUND_PROXY:
    'A proxy through which feeds and pages are asked for, such as `http://user:password@proxy.example:3128`. Names are resolved and checked here, and the proxy is asked for the address (`CONNECT`), also on port 80. Hosts in `FETCH_ALLOW_HOSTS`, sign-in, mails and models go without it. A deployment names it by `proxy_secret`.',
  SECRETS_KEY:
    'The key by which readers’ sign-ins for sites are kept: 32 bytes in base64, as `openssl rand -base64 32` makes them. Unset, the local runner makes one and keeps it as `secrets.key` in its data folder; a deployment, which names it by `sites_secret`, keeps no sign-ins then.',
  OIDC_PROVIDERS:
    'Several providers at once, as a list in JSON of `{provider, name?, issuer, client_id, client_secret?}`.',
  ALLOWED_EMAILS:
    "Who may sign in: addresses and `@domain`s, separated by commas. The first address is the owner's.",
  OWNER_EMAIL: "The owner's address, if it is not the first of `ALLOWED_EMAILS`.",
  ACCOUNTS:
    '`on` lets readers sign in with passwords and passkeys, which they get by invitation; `off` does not. Unset on a server that serves others than this machine: on unless there is another way in.',
  CORS_ALLOWED_ORIGIN: 'The one other origin whose pages may call the API, with a token.',
  LOG_LEVEL: 'What is logged: `info`, `warn` or `error`.',
  LOG_FORMAT: 'How it is logged: `json` or, for people, `readable`.',
  ALLOWED_HOSTS:
    'Names that the server goes by beside loopback, separated by commas. With any, readers sign in.',
  TRUSTED_PROXY:
    "Addresses of the proxies before the server: what they say in X-Forwarded-For is the visitor's address.",
  AUTH_PROXY_HEADER:
    'The header by which the proxies in `TRUSTED_PROXY` name the reader whom they have signed in, for example `Remote-User`. It is dropped from everybody else.',
  AUTH_PROXY_OWNER:
    "The owner's name in `AUTH_PROXY_HEADER`. Everyone else whom the proxy names is a reader.",
  ALLOW_HTTP:
    '`on` lets sessions work over plain http too, for a network without https, where others can read passwords along; `off` does not.',
  RETRY_SECONDS: 'Seconds until work that failed is tried again, 1 to 900.',
  BACKUP_DIR:
    'The folder, an absolute path, better on another disk, or the bucket (`s3://backups/omomi`) for a backup of everything each day at 03:30 UTC.',
  BACKUP_KEEP: 'How many backups stay in `BACKUP_DIR`, 1 to 9999.',
  SMTP_URL:
    'The server that sends mails: `smtp://user:password@mail.example:587` (STARTTLS) or `smtps://…` (TLS from the start); `%40` is an @ in a name. Unset: no mail is sent.',
  MAIL_FROM:
    'The sender of mails, such as `omomi@example.org` or `Omomi <omomi@example.org>`. On AWS they go through SES; on a laptop it needs `SMTP_URL`. Unset: no mail is sent.',
  NEWSLETTER_ADDRESS:
    'The addresses of newsletters, with a `*` in the place of the name that each gets: `*@news.example.org` for a domain of which every address comes here, `anna+*@example.org` for one mailbox. A deployment names a domain by `newsletter_domain`. Unset: no mails are taken.',
  NEWSLETTER_MAILDIR:
    'The maildir, an absolute path, in which a mail server puts the mails of newsletters and nothing else. It needs `NEWSLETTER_ADDRESS`.',
  NEWSLETTER_LISTEN:
    'The address and port at which the mails of newsletters are taken by SMTP, such as `0.0.0.0:25`. It needs `NEWSLETTER_ADDRESS`. Unset: nothing listens.',
  NEWSLETTER_TLS:
    'The folder, an absolute path, with `fullchain.pem` and `privkey.pem`, with which that listener encrypts (STARTTLS). It is read at the start.',
  METRICS_TOKEN: 'The token with which another machine may read `GET /metrics`, at least 16 characters.',
};

const isName = (name: string): name is Name => Object.hasOwn(about, name);

type Field = { safeParse: (value: undefined) => { data?: unknown } };

/** Returns a default as it is written in an environment; empty if there is none. */
const defaultOf = (field: Field | undefined): string => {
  const { data } = field?.safeParse(undefined) ?? {};
  return (typeof data === 'string' && data !== '') || typeof data === 'number' ? `\`${data}\`` : '';
};

const intro = `# Settings

Made from \`backend/src/config/env.ts\` and \`backend/src/local/cli/options.ts\` by \`npm run docs:settings\`; do not edit.

\`npm start\` reads these variables of the environment; a flag goes before its variable, an empty variable counts as unset, and a
wrong one stops the start with a line that says what is allowed. A deployment has the same names in
\`infrastructure/environments/\`, where secrets are named instead of written (\`oidc_secret\`, \`oidc_providers_secret\`, \`openai_secret\`, \`apps_secret\`, \`sites_secret\`, \`proxy_secret\`,
each with its \`_version\`), beside \`region\`, \`alarm_email\`, \`monthly_budget\`, \`mail_identity\`, \`newsletter_domain\`, \`restored_table\`, \`github_repository\`, \`github_provider_arn\`, \`throwaway\` and \`queue_concurrency\`. A dash in the last column: on a laptop only.
`;

/** Returns the text that docs/settings.md must have. */
export const renderSettingsDocs = (): string => {
  const local: Record<string, Field> = localEnvironment.shape;
  // A deployment makes it of newsletter_domain.
  const { NEWSLETTER_ADDRESS: _, ...chosen } = settings.shape;
  const deployed: Record<string, Field> = chosen;
  const rows = Object.keys(about)
    .filter(isName)
    .map((name) => {
      const flag = Object.entries(flags).find(([twin]) => twin === name)?.[1];
      const here = flag === undefined ? defaultOf(local[name]) : `\`${flag.local}\``;
      const there = Object.hasOwn(deployed, name) ? defaultOf(deployed[name]) : '-';
      return `| \`${name}\`${flag === undefined ? '' : `, \`${flag.flag}\``} | ${about[name]} | ${here} | ${there} |`;
    });
  const head = [
    '| variable | what it does | default on a laptop | in a deployment |',
    '| --- | --- | --- | --- |',
  ];
  return `${[intro, ...head, ...rows].join('\n')}\n`;
};

export const settingsDocsFile = new URL('../../docs/settings.md', import.meta.url);

if (import.meta.main) await writeFile(settingsDocsFile, renderSettingsDocs());
