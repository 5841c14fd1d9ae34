import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../config/env.ts';
import { repositoryUrl } from '../../lib/version.ts';
import { readOptions } from './options.ts';

describe('local options', () => {
  it('create a new table only with --new-table', () => {
    expect(readOptions(['--new-table'], {})).toMatchObject({ isNewTableWanted: true });
  });

  it('have defaults if no flag and no variable is set', () => {
    expect(readOptions([], {})).toEqual({
      port: 8400,
      host: '127.0.0.1',
      dataDirectory: resolve('.data'),
      isNewTableWanted: false,
      environment: {
        EMBEDDER: 'embedded',
        BEDROCK_MODEL_ID: 'amazon.nova-2-multimodal-embeddings-v1:0',
        ARTICLE_RETENTION_DAYS: 90,
        READ_RETENTION_HOURS: 720,
        LOG_LEVEL: 'warn',
        LOG_FORMAT: 'json',
        MAX_SUBSCRIPTIONS: 1000,
        FETCH_ALLOW_HOSTS: '',
        USER_AGENT_URL: repositoryUrl,
        RATE_LIMIT_PUBLIC_UNAUTHENTICATED: '60/1m',
        RATE_LIMIT_PROTECTED_UNAUTHENTICATED: '5/10m',
        RATE_LIMIT_PUBLIC_AUTHENTICATED: '120/1m',
        RATE_LIMIT_PROTECTED_AUTHENTICATED: '30/1m',
        RATE_LIMIT_SEARCH: '240/1m',
        RATE_LIMIT_FEED_REGISTRATION: '10/1m',
        RATE_LIMIT_SIGN_IN: '10/10m',
        RATE_LIMIT_CLIENT: '600/1m',
        RATE_LIMIT_HOOK: '600/1m',
        ALLOW_HTTP: 'off',
        ALLOWED_HOSTS: '',
        TRUSTED_PROXY: '',
        RETRY_SECONDS: 20,
        BACKUP_KEEP: 7,
        HATEBU: 'off',
        TEXT_MODEL_MONTHLY_USD: 1,
      },
      signIn: null,
      names: [],
      answersToAddresses: false,
      allowedHosts: [],
      trustedProxies: [],
    });
  });

  it('prefer flags to variables, and treat an empty variable as unset', () => {
    const variables = {
      PORT: '9000',
      DATA_DIR: '/tmp/there',
      HOST: '',
      EMBEDDER: '',
      MAX_SUBSCRIPTIONS: '5',
    };
    expect(readOptions(['--port=9001', '--host', 'localhost'], variables)).toMatchObject({
      port: 9001,
      host: 'localhost',
      dataDirectory: '/tmp/there',
      environment: { EMBEDDER: 'embedded', MAX_SUBSCRIPTIONS: 5 },
    });
    expect(readOptions([], { HOST: '[::1]' })).toMatchObject({ host: '::1' });
  });

  it.each([['--help'], ['-h']])('answer %s with the help, whatever else is set', (flag) => {
    expect(readOptions([flag, '--port', '1'], { PORT: 'x' })).toBe('help');
  });

  it('switch bookmark counts on by HATEBU or, without it, by a Japanese locale', () => {
    const hatebu = (variables: Record<string, string>) => {
      const options = readOptions([], variables);
      return options === 'help' ? null : options.environment.HATEBU;
    };
    expect(hatebu({ HATEBU: 'on' })).toBe('on');
    expect(hatebu({ HATEBU: '', LANG: 'ja_JP.UTF-8' })).toBe('on');
    expect(hatebu({ HATEBU: 'off', LANG: 'ja_JP.UTF-8' })).toBe('off');
    expect(hatebu({ LC_ALL: 'C.UTF-8', LANG: 'ja_JP.UTF-8' })).toBe('off');
    expect(hatebu({ LC_ALL: '', LC_MESSAGES: 'ja', LANG: 'C' })).toBe('on');
    expect(hatebu({ LANG: 'jam' })).toBe('off');
    expect(() => hatebu({ HATEBU: 'yes' })).toThrow(/^HATEBU="yes" is not allowed.*"on"\|"off"/);
  });

  it('allow a public address under which the server answers', () => {
    const publicUrl = (PUBLIC_URL: string, flags: string[] = [], ALLOWED_HOSTS = '') =>
      readOptions(flags, { PUBLIC_URL, ALLOWED_HOSTS });
    const [named, address] = ['https://reader.example', 'http://203.0.113.7:8400'];
    const read = (PUBLIC_URL: string) => ({ environment: { PUBLIC_URL } });
    expect(publicUrl(named, [], 'reader.example')).toMatchObject(read(named));
    expect(publicUrl(address, ['--host', '0.0.0.0'])).toMatchObject(read(address));
    expect(publicUrl('http://127.0.0.1:8400')).toMatchObject(read('http://127.0.0.1:8400'));
  });

  it('allow other hosts than loopback with sign-in, and only the names in ALLOWED_HOSTS', () => {
    const variables = {
      OIDC_CLIENT_ID: 'id',
      OIDC_CLIENT_SECRET: 's',
      ALLOWED_EMAILS: 'Me@Example.org,@team.example',
    };
    expect(readOptions(['--host', '192.168.1.2'], variables)).toMatchObject({
      host: '192.168.1.2',
      allowedHosts: ['192.168.1.2'],
      signIn: {
        owner: 'me@example.org',
        allowed: ['me@example.org', '@team.example'],
        providers: [{ provider: 'google', name: 'Google', issuer: 'https://accounts.google.com' }],
      },
    });
    expect(
      readOptions(['--host', '0.0.0.0'], {
        ...variables,
        ALLOWED_HOSTS: 'Reader.example, home.example:8443',
      }),
    ).toMatchObject({ allowedHosts: ['reader.example', 'home.example:8443', 'reader.example:80'] });
  });

  it('let readers in by invitation where others than this machine are served and nothing else lets them in', () => {
    const ways = (args: string[], variables: Record<string, string>) => {
      const options = readOptions(args, variables);
      return options === 'help' ? null : options.signIn;
    };
    expect(ways([], {})).toBeNull();
    expect(ways([], { ACCOUNTS: 'on' })).toMatchObject({ hasAccounts: true, providers: [] });
    expect(ways(['--host', '0.0.0.0'], {})).toMatchObject({ hasAccounts: true, isHttpAllowed: false });
    expect(ways([], { ALLOWED_HOSTS: 'pi.local', ALLOW_HTTP: 'on' })).toMatchObject({
      hasAccounts: true,
      isHttpAllowed: true,
    });
    const proxy = { AUTH_PROXY_HEADER: 'Remote-User', AUTH_PROXY_OWNER: 'anna', TRUSTED_PROXY: '127.0.0.1' };
    expect(ways(['--host', '0.0.0.0'], proxy)).toMatchObject({
      hasAccounts: false,
      proxy: { header: 'remote-user', owner: 'anna' },
    });
    const google = { OIDC_CLIENT_ID: 'id', ALLOWED_EMAILS: 'me@example.org' };
    expect(ways(['--host', '0.0.0.0'], google)).toMatchObject({ hasAccounts: false });
    expect(ways([], { ...google, ACCOUNTS: 'on' })).toMatchObject({
      hasAccounts: true,
      owner: 'me@example.org',
    });
  });

  it('allow the listening address as a host, and trust only the named proxies', () => {
    expect(readOptions(['--host', '127.0.0.2'], {})).toMatchObject({ allowedHosts: ['127.0.0.2'] });
    expect(readOptions(['--host', '::1'], { TRUSTED_PROXY: '127.0.0.1, ::1' })).toMatchObject({
      allowedHosts: [],
      trustedProxies: ['127.0.0.1', '::1'],
    });
  });

  it.each<[string[], Record<string, string>, RegExp]>([
    [['--prot', '1'], {}, /^--prot is no flag: --port, --data, --host, --new-table and --help are allowed$/],
    [['-x'], {}, /^-x is no flag/],
    [['8400'], {}, /^"8400" is not allowed: flags only/],
    [['--port'], {}, /^--port has no value: write --port 8400$/],
    [['--data='], {}, /^--data has no value/],
    [['--port', '80x'], {}, /^--port "80x" is not allowed: a whole number from 0 to 65535/],
    [['--port', '65536'], {}, /^--port "65536"/],
    [['--port=-1'], {}, /^--port "-1"/],
    [[], { PORT: '1e3' }, /^PORT="1e3" is not allowed: a whole number/],
    [
      ['--host', '0.0.0.0'],
      { ACCOUNTS: 'off' },
      /^--host "0\.0\.0\.0" is not allowed: 127\.0\.0\.1, localhost or ::1 with ACCOUNTS=off/,
    ],
    [[], { HOST: '192.168.1.2', ACCOUNTS: 'off' }, /^HOST="192\.168\.1\.2" is not allowed/],
    [[], { HOST: '127.evil.example', ACCOUNTS: 'off' }, /^HOST="127\.evil\.example" is not allowed/],
    [
      [],
      { AUTH_PROXY_HEADER: 'Remote-User' },
      /^AUTH_PROXY_OWNER is not set: AUTH_PROXY_HEADER="remote-user" needs/,
    ],
    [[], { AUTH_PROXY_OWNER: 'anna' }, /^AUTH_PROXY_HEADER is not set: AUTH_PROXY_OWNER needs it$/],
    [
      [],
      { AUTH_PROXY_HEADER: 'Remote-User', AUTH_PROXY_OWNER: 'anna' },
      /^TRUSTED_PROXY is not set: AUTH_PROXY_HEADER="remote-user" is believed only from/,
    ],
    [
      [],
      { AUTH_PROXY_HEADER: 'Cookie', AUTH_PROXY_OWNER: 'anna', TRUSTED_PROXY: '127.0.0.1' },
      /^AUTH_PROXY_HEADER="Cookie" is not allowed: expected a header that only the proxy sets/,
    ],
    [[], { ALLOW_HTTP: 'yes' }, /^ALLOW_HTTP="yes" is not allowed/],
    [[], { SMTP_URL: 'smtp://mail.example' }, /^MAIL_FROM is not set: SMTP_URL needs/],
    [[], { MAIL_FROM: 'omomi@example.org' }, /^SMTP_URL is not set: MAIL_FROM needs/],
    [
      [],
      { SMTP_URL: 'https://anna:secret@mail.example', MAIL_FROM: 'omomi@example.org' },
      /^SMTP_URL is not allowed: expected an address such as [^@]*@mail\.example:587 or smtps:\/\/mail\.example$/,
    ],
    [[], { SMTP_URL: 'smtp://a:%zz@mail.example', MAIL_FROM: 'a@b.c' }, /^SMTP_URL is not allowed/],
    [[], { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.c\nBcc: x@y.z' }, /^MAIL_FROM=.* is not allowed/],
    [[], { NEWSLETTER_ADDRESS: 'a@b.example' }, /^NEWSLETTER_ADDRESS="a@b.example" is not allowed/],
    [[], { NEWSLETTER_ADDRESS: '*@b.example' }, /^NEWSLETTER_MAILDIR is not set: NEWSLETTER_ADDRESS needs/],
    [[], { NEWSLETTER_MAILDIR: '/mails' }, /^NEWSLETTER_ADDRESS is not set: NEWSLETTER_MAILDIR needs/],
    [[], { NEWSLETTER_LISTEN: '0.0.0.0:25' }, /^NEWSLETTER_ADDRESS is not set: NEWSLETTER_LISTEN needs/],
    [
      [],
      { NEWSLETTER_LISTEN: '25' },
      /^NEWSLETTER_LISTEN="25" is not allowed: expected an address and a port/,
    ],
    [
      [],
      { NEWSLETTER_MAILDIR: 'mails' },
      /^NEWSLETTER_MAILDIR="mails" is not allowed: expected an absolute path/,
    ],
    [[], { NEWSLETTER_TLS: '/tls' }, /^NEWSLETTER_LISTEN is not set: NEWSLETTER_TLS/],
    [[], { EMBEDDER: 'magic' }, /^EMBEDDER="magic" is not allowed: .*bedrock/],
    [
      [],
      { RATE_LIMIT_FEED_REGISTRATION: '10/1h' },
      /^RATE_LIMIT_FEED_REGISTRATION="10\/1h" is not allowed: expected <attempts>\/<minutes>m .*10\/1m$/,
    ],
    [
      [],
      { RATE_LIMIT_PUBLIC_AUTHENTICATED: '0/1m' },
      /^RATE_LIMIT_PUBLIC_AUTHENTICATED="0\/1m" is not allowed/,
    ],
    [[], { ARTICLE_RETENTION_DAYS: '0' }, /^ARTICLE_RETENTION_DAYS="0" is not allowed: .* from 1 to 365$/],
    [[], { MAX_SUBSCRIPTIONS: 'x' }, /^MAX_SUBSCRIPTIONS="x" is not allowed: .* from 1 to 10000$/],
    [[], { OPENAI_BASE_URL: 'x' }, /^OPENAI_BASE_URL="x" is not allowed: expected an address such as http:/],
    [
      [],
      { ALLOWED_HOSTS: 'reader.example', ACCOUNTS: 'off' },
      /^ALLOWED_HOSTS="reader\.example" is not allowed with ACCOUNTS=off/,
    ],
    [
      [],
      { OIDC_CLIENT_ID: 'id', ALLOWED_EMAILS: 'me@example.org', ALLOWED_HOSTS: 'https://x' },
      /^ALLOWED_HOSTS="https:\/\/x" is not allowed: expected names/,
    ],
    [
      [],
      { PUBLIC_URL: 'https://reader.example/omomi' },
      /^PUBLIC_URL="https:\/\/reader\.example\/omomi" is not allowed: expected scheme and host/,
    ],
    [
      [],
      { PUBLIC_URL: 'https://reader.example', ALLOWED_HOSTS: 'other.example' },
      /^PUBLIC_URL="https:\/\/reader\.example" is not allowed: this server does not answer under reader\.example; add it/,
    ],
    [
      [],
      { TRUSTED_PROXY: '10.0.0.0/8' },
      /^TRUSTED_PROXY="10\.0\.0\.0\/8" is not allowed: expected addresses such as 127\.0\.0\.1/,
    ],
    [[], { RETRY_SECONDS: '0' }, /^RETRY_SECONDS="0" is not allowed: expected a whole number from 1 to 900$/],
    [[], { RETRY_SECONDS: '901' }, /^RETRY_SECONDS="901" is not allowed/],
    [[], { OIDC_CLIENT_ID: 'id' }, /^ALLOWED_EMAILS names no address: .*OWNER_EMAIL/],
    [[], { OIDC_ISSUER: 'https://idp.example' }, /^OIDC_CLIENT_ID is not set: OIDC_ISSUER needs it$/],
    [
      [],
      { CORS_ALLOWED_ORIGIN: 'app.example' },
      /^CORS_ALLOWED_ORIGIN="app\.example" is not allowed: expected an origin/,
    ],
    [[], { FETCH_ALLOW_HOSTS: 'http://x' }, /^FETCH_ALLOW_HOSTS="http:\/\/x" is not allowed: .*no host/],
  ])('refuse %j with %j in one line', (args, variables, message) => {
    expect(() => readOptions(args, variables)).toThrow(ConfigError);
    expect(() => readOptions(args, variables)).toThrow(message);
    expect(() => readOptions(args, variables)).not.toThrow(/\n/);
  });
});
