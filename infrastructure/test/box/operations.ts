import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ORIGIN_HEADER } from '../../../backend/src/config/client-paths.ts';
import { functionUrlEvent } from '../../../backend/test/harness/api/function-url-event.ts';
import type { Key } from '../../../backend/src/storage/table/keys.ts';
import { createTableClient, type Item } from '../../../backend/src/storage/table/table.ts';
import { startBox, type Stored } from '../../box/box.ts';
import { askedOfTable } from '../../box/calls.ts';
import type { EnvironmentSettings } from '../../lib/settings/environment.ts';
import { createTestApp } from '../assembly.ts';
import { testCommit } from '../test-settings.ts';
import type { World } from './world.ts';

type Box = Awaited<ReturnType<typeof startBox>>;
type Resources = Record<string, { Type: string; Properties: { Code: { S3Key: string } } }>;

const COMPUTE = 'Omomi-test-Compute.template.json';
const resourcesIn = (file: string): { Resources: Resources } => JSON.parse(readFileSync(file, 'utf8'));

/** Gives the functions of an assembly without bundles those of another one. */
const takeBundles = (from: string, to: string): void => {
  for (const asset of readdirSync(from).filter((name) => name.startsWith('asset.')))
    if (!existsSync(join(to, asset))) symlinkSync(join(from, asset), join(to, asset));
  const bundled = resourcesIn(join(from, COMPUTE)).Resources;
  const template = resourcesIn(join(to, COMPUTE));
  for (const [id, { Type, Properties }] of Object.entries(template.Resources))
    if (Type === 'AWS::Lambda::Function' && bundled[id] !== undefined)
      Properties.Code = bundled[id].Properties.Code;
  writeFileSync(join(to, COMPUTE), JSON.stringify(template));
};

/** The steps of docs/operations.md that deploy again. Each deploys a further box with the same table and objects. */
export const describeOperations = (worldOf: () => World): void => {
  describe('a deployment that is deployed again', () => {
    /** Deploys other settings, or the assembly from before, and lets `ask` use it. */
    const deploy = async (
      change: { settings: Partial<EnvironmentSettings>; commit?: string } | 'the one before',
      ask: (box: Box) => Promise<void>,
    ): Promise<void> => {
      const { outdir: before, page, settings, box } = worldOf();
      let outdir = before;
      if (change !== 'the one before') {
        const options = { canary: 'off', commit: change.commit ?? testCommit };
        outdir = createTestApp({ ...settings, ...change.settings }, options).synth().directory;
        takeBundles(before, outdir);
      }
      const secrets = { '/omomi/apps:3': 'the former text', '/omomi/apps:4': 'the new text' };
      const next = await startBox({ outdir, page, secrets, delivers: false, stored: box.stored });
      await ask(next).finally(next.close);
    };
    let token = '';
    const read = async ({ url }: Box, path: string) => {
      const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      return JSON.parse(await answer.text());
    };
    const write = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const made = await worldOf().call({ method: 'POST', path, headers, body });
      expect(made.statusCode).toBe(201);
      return made.body;
    };
    const keywords = async (box: Box): Promise<string[]> =>
      (await read(box, '/api/keywords')).items.map(({ text }: { text: string }) => text);

    beforeAll(async () => {
      ({ token } = await write('/api/tokens', { name: 'Operations', scope: 'read' }));
    });

    it('lets those through whom a limit refused, once it is raised', async () => {
      const last = async ({ url }: Box) => {
        let status = 0;
        for (let sent = 0; sent < 3; sent += 1) ({ status } = await fetch(`${url}/api/me`));
        return status;
      };
      const limited = { RATE_LIMIT_PUBLIC_UNAUTHENTICATED: '2/60m' };
      await deploy({ settings: limited }, async (box) => expect(await last(box)).toBe(429));
      const raised = { RATE_LIMIT_PUBLIC_UNAUTHENTICATED: '10000/60m' };
      await deploy({ settings: raised }, async (box) => expect(await last(box)).toBe(401));
    });

    it('reads a secret of which the version is named, after a rotation and on the way back', async () => {
      const path = '/reader/api/0/token';
      const shown = (box: Box, text: string) =>
        box.invoke('clients', functionUrlEvent({ path, headers: { [ORIGIN_HEADER]: text } }));
      const refused = { statusCode: 403 };
      for (const [apps_secret_version, own, other] of [
        ['4', 'the new text', 'the former text'],
        ['3', 'the former text', 'the new text'],
      ] as const)
        await deploy({ settings: { apps_secret_version } }, async (box) => {
          // The distribution sends the former secret until it is updated.
          expect(await shown(box, other)).toMatchObject(refused);
          expect(await shown(box, own)).toMatchObject({ statusCode: 401 });
          expect((await fetch(`${box.url}${path}`)).status).toBe(401);
        });
    });

    it('has the table as it was at a minute, and the one from before without the setting; a commit before it is rolled back to on what is stored', async () => {
      const { box: former } = worldOf();
      const { engine, objects }: Stored = former.stored;
      await write('/api/keywords', { text: 'flood', weight: 1 });
      // Point-in-time recovery makes such a table, with the items as they were at a minute.
      const TableName = 'omomi-again';
      await engine.createTable(TableName);
      const items = await engine.dump(former.tableName);
      await createTableClient({ client: engine.client, tableName: TableName }).batchPut(
        items as (Item & Key)[],
      );
      await write('/api/keywords', { text: 'ebb', weight: 1 });
      const foundIn = async (box: Box, query: string): Promise<string[]> =>
        (await read(box, `/api/search?q=${query}`)).items.map(
          ({ article_id }: { article_id: string }) => article_id,
        );
      const found = await foundIn(former, 'rain');
      const path = `/api/articles/${found[0]}/read`;
      const headers = { 'content-type': 'application/json' };
      await worldOf().call({ method: 'PUT', path, headers, body: { is_read: true } });
      expect(await foundIn(former, 'rain+is:read')).toEqual([found[0]]);
      expect([...objects.keys()].filter((name) => name.includes('/search/'))).not.toEqual([]);

      await deploy({ settings: { restored_table: TableName } }, async (box) => {
        expect(await keywords(box)).toContain('flood');
        expect(await keywords(box)).not.toContain('ebb');
        // The bucket still holds what searches stored for the former table.
        expect((await foundIn(box, 'rain')).toSorted()).toEqual(found.toSorted());
        expect(await foundIn(box, 'rain+is:read')).toEqual([]);
        // The version before has the same role and could not read its table either, so a canary deployment would be rolled back.
        const asked = askedOfTable('GetItem', { TableName: former.tableName, Key: { PK: { S: 'USER#a' } } });
        expect(box.gate.allows('api', asked)).toBe(false);
      });

      const commit = 'decaff'.padEnd(40, '0');
      await deploy({ settings: {}, commit }, async (box) => {
        expect(await read(box, '/api/health')).toMatchObject({ commit });
        expect(await keywords(box)).toEqual(expect.arrayContaining(['flood', 'ebb']));
      });
      await deploy('the one before', async (box) => {
        expect(await read(box, '/api/health')).toMatchObject({ commit: testCommit });
        expect(await keywords(box)).toEqual(expect.arrayContaining(['flood', 'ebb']));
      });
    });
  });
};
