import { describe, expect, it } from 'vitest';
import { expectError, setUpApi } from '../../harness/api/api-client.ts';
import { StorageDamagedError, StorageFullError } from '../../../src/lib/errors.ts';
import { StorageUnavailableError } from '../../../src/storage/table/errors.ts';

const health = { path: '/api/health' };

describe('health', () => {
  it('answers 503 with the names of the parts that fail, without their errors', async () => {
    const { send } = setUpApi({
      health: {
        table: () => Promise.reject(new StorageDamagedError('/secret/table.sqlite is damaged')),
        'queue fetch': () => Promise.reject(new StorageFullError('The disk that holds /secret is full')),
        'queue score': () => Promise.resolve(),
        'queue jobs': () => Promise.reject(new StorageUnavailableError('/secret/jobs: EIO')),
      },
    });
    const answer = await send(health);
    expectError(answer, 'UNHEALTHY');
    expect(answer.status).toBe(503);
    expect(answer.json.error.details).toEqual([
      { part: 'table', problem: 'its file is damaged; npm run restore brings a copy back' },
      { part: 'queue fetch', problem: 'its disk is full' },
      { part: 'queue jobs', problem: 'it does not answer' },
    ]);
    expect(JSON.stringify(answer.json)).not.toContain('secret');
  });

  it('names the commit that was deployed, if the deployment named it', async () => {
    const { send } = setUpApi({ commit: 'c0ffee' });
    expect((await send(health)).json).toMatchObject({ status: 'ok', commit: 'c0ffee' });
    expect((await setUpApi({}).send(health)).json).toMatchObject({ commit: null });
  });

  it('checks again after two seconds, and answers 200 once all parts work', async () => {
    let asked = 0;
    let time = 0;
    const { send } = setUpApi({
      now: () => new Date(time),
      health: {
        table: () => {
          asked += 1;
          return asked === 1 ? Promise.reject(new StorageFullError('full')) : Promise.resolve();
        },
      },
    });
    expect((await send(health)).status).toBe(503);
    time = 1999;
    expect([(await send(health)).status, asked]).toEqual([503, 1]);
    time = 2000;
    const answer = await send(health);
    expect([answer.status, answer.json.status, asked]).toEqual([200, 'ok', 2]);
  });
});
