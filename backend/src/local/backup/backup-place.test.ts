import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { backup, contentOf, fill, restore } from '../../../test/harness/backups/backup-folders.ts';
import { startS3Server } from '../../../test/harness/servers/s3-server.ts';
import { openBackupPlace, readBucketPart } from './backup-place.ts';

type Store = Awaited<ReturnType<typeof startS3Server>>;

/** TMPDIR is another folder during the tests. */
const temporary = tmpdir();
const name = 'omomi-2026-11-21T12-00-00Z.jsonl.gz';

describe('backups in a bucket', () => {
  let store: Store;
  let folder: string;
  let data: string;
  beforeAll(async () => {
    store = await startS3Server();
    vi.stubEnv('AWS_ENDPOINT_URL_S3', store.origin);
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await store.close();
  });
  beforeEach(async () => {
    store.objects.clear();
    store.faults.length = 0;
    folder = mkdtempSync(join(temporary, 'omomi-place-'));
    data = join(folder, 'data');
    vi.stubEnv('TMPDIR', folder);
    await fill(data, 'anna', 5);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are written and brought back by their address, and leave nothing on this machine', async () => {
    const address = `s3://backups/home/omomi/${name}`;
    expect(await backup('s3://backups/home/omomi', '--data', data)).toEqual({
      code: 0,
      output: `${address}: 5 items, 5 texts, 1 messages\n`,
    });
    expect([...store.objects.keys()]).toEqual([`backups/home/omomi/${name}`]);
    const elsewhere = join(folder, 'elsewhere');
    expect((await restore(address, '--data', elsewhere)).output).toContain('5 items, 5 texts, 1 messages');
    expect(await contentOf(elsewhere)).toEqual(await contentOf(data));
    expect(readdirSync(folder).toSorted()).toEqual(['data', 'elsewhere']);
  });

  it('take away what a killed process left on this machine a day ago', async () => {
    const [old, young, other] = ['omomi-backup-old', 'omomi-backup-young', 'else'].map((one) =>
      join(folder, one),
    );
    for (const path of [old, young, other]) mkdirSync(path!);
    const before = new Date(Date.now() - 25 * 3_600_000);
    for (const path of [old, other]) utimesSync(path!, before, before);
    expect((await backup('s3://backups/', '--data', data)).code).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual(['data', 'else', 'omomi-backup-young']);
  });

  it('may lie at the top of the bucket', async () => {
    expect((await backup('s3://backups/', '--data', data)).code).toBe(0);
    expect([...store.objects.keys()]).toEqual([`backups/${name}`]);
    expect((await restore(`s3://backups/${name}`, '--data', join(folder, 'elsewhere'))).code).toBe(0);
  });

  it('go when they are old, and nothing else does', async () => {
    const days = [21, 22, 23, 24, 25].map((day) => `omomi-2026-11-${day}T03-30-00Z.jsonl.gz`);
    const others = ['omomi/notes.txt', `omomi/deeper/${days[0]}`, days[0]!];
    for (const key of [...days.map((day) => `omomi/${day}`), ...others])
      store.objects.set(`backups/${key}`, Buffer.from('x'));
    await openBackupPlace('s3://backups/omomi').dropOld(2, new Date());
    const stay = [...days.slice(3).map((day) => `omomi/${day}`), ...others].map((key) => `backups/${key}`);
    expect([...store.objects.keys()].toSorted()).toEqual(stay.toSorted());
  });

  it.each([
    ['breaks off', ['cut', 'cut']],
    ['fails inside the store', [500, 503]],
  ] as const)('are sent again where the sending %s', async (_, faults) => {
    store.faults.push(...faults);
    expect((await backup('s3://backups/omomi', '--data', data)).code).toBe(0);
    expect([...store.objects.keys()]).toEqual([`backups/omomi/${name}`]);
  });

  it.each([
    ['goes on failing', [500, 500, 500], 'Fault500'],
    ['refuses it', [403], 'Fault403'],
    ['is a page that answers everything', ['page', 'page'], 'no store that speaks S3'],
  ] as const)('are given up where the store %s', async (_, faults, said) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    store.faults.push(...faults);
    const { code, output } = await backup('s3://backups/omomi', '--data', data);
    expect([code, store.objects.size, store.faults]).toEqual([1, 0, []]);
    expect(output).toContain(said);
    expect(output.trim()).not.toContain('\n');
    expect(warn).not.toHaveBeenCalled();
  });

  it('are named by their address where they are no whole backup, and others where there is none', async () => {
    const address = `s3://backups/omomi/${name}`;
    store.objects.set(`backups/omomi/${name}`, Buffer.from('half'));
    const broken = await restore(address, '--data', data);
    expect(broken).toMatchObject({ code: 1 });
    expect(broken.output).toContain(`${address} is no whole backup`);
    expect((await restore('s3://backups/omomi/omomi-none.jsonl.gz', '--data', data)).output).toContain(
      `there is no omomi-none.jsonl.gz in s3://backups/omomi/; the newest there: ${name}`,
    );
    expect(await restore(`s3://Backups/${name}`, '--data', data)).toEqual({
      code: 2,
      output: 's3://Backups is not allowed: a bucket is named like s3://backups/omomi\n',
    });
  });

  it('say what cannot be reached or found, and change nothing', async () => {
    const missing = await backup('s3://another-bucket/omomi', '--data', data);
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.output).toMatch(
      /^This cannot be done: s3:\/\/another-bucket\/omomi\/ cannot be used \(NoSuchBucket: .+\)\. Make the bucket first/,
    );
    expect(await restore('s3://backups/omomi-none.jsonl.gz', '--data', data)).toMatchObject({
      code: 1,
      output: expect.stringContaining('there is nothing') as string,
    });
    expect(await backup('s3://Not_A_Bucket', '--data', data)).toMatchObject({ code: 2 });
    expect(readdirSync(folder)).toEqual(['data']);
    expect(readdirSync(join(data, 'backups'))).toEqual([]);
  });

  it.each([
    ['s3://backups', { bucket: 'backups', prefix: '' }],
    ['s3://backups/', { bucket: 'backups', prefix: '' }],
    ['s3://my.backups/a/b_c', { bucket: 'my.backups', prefix: 'a/b_c/' }],
    ['s3://b', null],
    ['s3://backups//a', null],
    ['/mnt/backups', null],
  ])('are named by %s', (address, part) => {
    expect(readBucketPart(address)).toEqual(part);
  });
});
