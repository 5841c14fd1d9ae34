import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../config/env.ts';
import { readOptions } from './options.ts';

describe('local options', () => {
  it('has defaults for a machine with nothing set', () => {
    expect(readOptions([], {})).toEqual({
      port: 8400,
      host: '127.0.0.1',
      dataDirectory: resolve('.data'),
      environment: {
        EMBEDDER: 'lexical',
        BEDROCK_MODEL_ID: 'amazon.nova-2-multimodal-embeddings-v1:0',
        ARTICLE_RETENTION_DAYS: 7,
        READ_RETENTION_HOURS: 24,
        LOG_LEVEL: 'warn',
        MAX_SUBSCRIPTIONS: 1000,
        FETCH_ALLOW_HOSTS: '',
      },
    });
  });

  it('takes flags before variables, and an empty variable as unset', () => {
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
      environment: { EMBEDDER: 'lexical', MAX_SUBSCRIPTIONS: 5 },
    });
    expect(readOptions([], { HOST: '[::1]' })).toMatchObject({ host: '::1' });
  });

  it.each([['--help'], ['-h']])('answers %s whatever else is set', (flag) => {
    expect(readOptions([flag, '--port', '1'], { PORT: 'x' })).toBe('help');
  });

  it.each<[string[], Record<string, string>, RegExp]>([
    [['--prot', '1'], {}, /^--prot is no flag: --port, --data, --host and --help are allowed$/],
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
      {},
      /^--host "0\.0\.0\.0" is not allowed: 127\.0\.0\.1, localhost or ::1; .*sign-in/,
    ],
    [[], { HOST: '192.168.1.2' }, /^HOST="192\.168\.1\.2" is not allowed/],
    [[], { HOST: '127.evil.example' }, /^HOST="127\.evil\.example" is not allowed/],
    [[], { EMBEDDER: 'magic' }, /^EMBEDDER="magic" is not allowed: .*lexical/],
    [[], { ARTICLE_RETENTION_DAYS: '0' }, /^ARTICLE_RETENTION_DAYS="0" is not allowed/],
    [[], { FETCH_ALLOW_HOSTS: 'http://x' }, /^FETCH_ALLOW_HOSTS="http:\/\/x" is not allowed: .*no host/],
  ])('refuses %j with %j in one line', (args, variables, message) => {
    expect(() => readOptions(args, variables)).toThrow(ConfigError);
    expect(() => readOptions(args, variables)).toThrow(message);
    expect(() => readOptions(args, variables)).not.toThrow(/\n/);
  });
});
