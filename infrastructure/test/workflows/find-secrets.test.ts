import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRepository, type ScratchRepository } from './scratch-repository.ts';

const script = join(import.meta.dirname, '../../../.github/scripts/find-secrets.mjs');
let repository: ScratchRepository;

beforeEach(() => {
  repository = createRepository();
});
afterEach(() => repository.remove());

const commit = (text: string): string => repository.commit('a.txt', text);
const scan = () => spawnSync(process.execPath, [script, repository.folder], { encoding: 'utf8' });

/** Credentials of no account. They are put together here, so that this file has none. */
const samples: [string, string][] = [
  ['a private key', ['-----BEGIN', 'PRIVATE KEY-----'].join(' ')],
  ['an AWS access key', `AKIA${'ABCD2345'.repeat(2)}`],
  ['an AWS secret key', `aws_secret_access_key = ${'a1B2/'.repeat(8)}`],
  ['a GitHub token', `ghp_${'a1B2c3'.repeat(6)}`],
  ['an npm token', `npm_${'a1B2c3'.repeat(6)}`],
  ['a Google key', `AIza${'a1B2c'.repeat(7)}`],
  ['an OpenAI or Anthropic key', `sk-ant-${'a1B2c3d4'.repeat(5)}`],
  [
    'a Slack token or webhook',
    `https://hooks.slack.com/services/T${'A1'.repeat(4)}/B${'A1'.repeat(4)}/${'a1'.repeat(12)}`,
  ],
  ['an API token of Omomi', `omomi_1a2b_${'a1B2'.repeat(10)}c3D`],
];

describe('the search for secrets', () => {
  it.each(samples)('finds %s, names file and commit, and does not repeat it', (name, secret) => {
    commit(`one\n${secret}\n`);
    const { status, stderr } = scan();
    expect(status).toBe(1);
    expect(stderr).toContain(`${name} in a.txt, added by ${repository.git('rev-parse', '--short', 'HEAD')}`);
    expect(stderr).not.toContain(secret);
  });

  it('finds one that a later commit removed', () => {
    commit(samples[1]![1]);
    commit('nothing\n');
    expect(scan().status).toBe(1);
  });

  it('passes a repository without any', () => {
    commit(
      'an id such as 0aeb8b4c-41d9-4a4e-9d62-5f0c7d7a1e11, sha512-c2E=, and omomi_fetch_failures_total_of_every_feed_that_was_asked\n',
    );
    expect(scan()).toMatchObject({ status: 0, stderr: '' });
  });
});
