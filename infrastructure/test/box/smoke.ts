import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberedItem, rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { sharedTestApp, templateOf } from '../assembly.ts';
import { testCommit } from '../test-settings.ts';
import type { World } from './world.ts';

const root = join(import.meta.dirname, '../../..');
const scripts = join(root, '.github/scripts');

/** Starts a way to the table that notes which actions are asked for, since DynamoDB Local knows no roles. */
const startNoting = async (tableEndpoint: string) => {
  const actions = new Set<string>();
  const server = createServer(async (request, response) => {
    const { host: _, connection: __, ...headers } = request.headers;
    actions.add(`dynamodb:${String(headers['x-amz-target']).split('.').at(-1)}`);
    const sent = { method: 'POST', headers: headers as Record<string, string>, body: await buffer(request) };
    const answer = await fetch(tableEndpoint, sent);
    response
      .writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' })
      .end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => server.close();
  return { actions, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/** Returns what the role of a throw-away environment may do, by the template of its stack. */
const rightsOfRole = (): string[] => {
  const app = sharedTestApp({ throwaway: 'on', github_repository: 'owner/omomi' });
  const [policy] = Object.values(templateOf(app, 'Access').findResources('AWS::IAM::Policy'));
  const { Statement }: { Statement: { Action: string | string[] }[] } = policy!['Properties'].PolicyDocument;
  return Statement.flatMap(({ Action }) => Action);
};

/** The scripts that ask a deployment at its end, run on the bundles through the distribution as the workflows do. */
export const describeSmoke = (worldOf: () => World): void => {
  describe('the smoke run', () => {
    let token = '';
    let noting: Awaited<ReturnType<typeof startNoting>>;
    const run = async (command: string, args: string[], env: Record<string, string> = {}) => {
      const { publisher } = worldOf();
      const variables = {
        ...process.env,
        SMOKE_FEED: publisher.url('/smoke.xml'),
        SMOKE_PAUSE_MS: '200',
        AWS_ENDPOINT_URL_DYNAMODB: noting.url,
        AWS_ACCESS_KEY_ID: 'none',
        AWS_SECRET_ACCESS_KEY: 'none',
        ...env,
      };
      const child = spawn(command, args, { cwd: root, env: variables });
      const [stdout, stderr] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { status: child.exitCode, stdout, stderr };
    };
    const smoke = (commit: string, feed = '/smoke.xml') => {
      const args = [join(scripts, 'smoke.mjs'), worldOf().box.url, '--commit', commit];
      return run(process.execPath, args, { SMOKE_TOKEN: token, SMOKE_FEED: worldOf().publisher.url(feed) });
    };
    const nothing = Array.from({ length: 3 }, () => expect.objectContaining({ items: [] }));
    const left = () => Promise.all(['/api/feeds', '/api/folders', '/api/articles'].map(read));
    const read = async (path: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${worldOf().box.url}${path}`, { headers })).json();
    };
    beforeAll(async () => {
      const { box, publisher } = worldOf();
      noting = await startNoting(box.tableEndpoint);
      publisher.set('/smoke.xml', { body: rss([numberedItem(1)], { title: 'Smoke' }) });
      publisher.set('/silent.xml', { body: rss([], { title: 'Silent' }) });
    });

    afterAll(() => noting.close());

    it('lets a reader into a deployment that nobody uses, by the commands of the docs, and follows a feed to its text', async () => {
      const { box, outdir } = worldOf();
      const outputs = join(outdir, 'outputs.json');
      const stacks = {
        Database: { TableName: box.tableName },
        Compute: { Region: 'eu-central-1' },
        Frontend: { Url: box.url },
      };
      const named = Object.entries(stacks).map(([name, values]) => [`Omomi-test-${name}`, values]);
      writeFileSync(outputs, JSON.stringify(Object.fromEntries(named)));
      const { status, stdout, stderr } = await run(join(scripts, 'smoke-new.sh'), [
        outputs,
        'test',
        testCommit,
      ]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      [, token = ''] = /^::add-mask::(omomi_\S+)$/m.exec(stdout) ?? [];
      const shown = stdout
        .split('\n')
        .slice(-8)
        .map((line) => line.replace(/: .*/, ''));
      expect(shown).toEqual([
        'ok      health',
        'ok      page',
        'ok      without sign-in',
        'ok      sign-in',
        'ok      token',
        'ok      feed',
        'ok      unfollow',
        '',
      ]);
      expect(stdout).toContain(`commit ${testCommit}`);
      expect(stdout).toContain('/smoke.xml brought "Article 1"');
      expect(stdout).toContain(`GET /api/auth/login leads to ${worldOf().provider.issuer}`);
    });

    it('makes its invitation with the rights of the role of the nightly deployment', () => {
      expect([...noting.actions].toSorted()).toEqual(['dynamodb:GetItem', 'dynamodb:PutItem']);
      expect(rightsOfRole()).toEqual(expect.arrayContaining([...noting.actions]));
    });

    it('leaves nothing behind, and can be repeated', async () => {
      expect(await left()).toEqual(nothing);
      expect(await smoke(testCommit)).toMatchObject({ status: 0, stderr: '' });
      expect(await left()).toEqual(nothing);
    });

    it('fails if no article arrives, and leaves nothing behind then either', async () => {
      const { status, stderr } = await smoke(testCommit, '/silent.xml');
      expect(status).toBe(1);
      expect(stderr).toMatch(/^FAILED  feed: No article of \S+\/silent\.xml is listed\n$/);
      expect(await left()).toEqual(nothing);
    });

    it('fails if another commit is up, and says which', async () => {
      const { status, stderr } = await smoke(testCommit.replace('c0ffee', 'decaff'));
      expect(status).toBe(1);
      expect(stderr).toContain(`FAILED  health: GET /api/health names the commit ${testCommit}, not decaff0`);
    });
  });
};
