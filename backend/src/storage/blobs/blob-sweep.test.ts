import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileBlobStore, sweepFileBlobs, sweepPartialBlobs } from './blob-files.ts';

describe('sweeping a folder of blobs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'omomi-blobs-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('deletes blobs last written before a time, only in that folder', async () => {
    const blobs = createFileBlobStore(folder);
    const old = new Date('2026-01-01T00:00:00Z');
    for (const key of ['snapshots/old', 'snapshots/new', 'articles/old/old']) {
      await blobs.put(key, Buffer.from(key));
      if (key.endsWith('old')) await utimes(join(folder, key), old, old);
    }
    const at = new Date('2026-01-02T00:00:00Z');
    expect(await sweepFileBlobs(folder, 'snapshots', at)).toBe(1);
    expect(await readdir(join(folder, 'snapshots'))).toEqual(['new']);
    expect(await blobs.get('articles/old/old')).not.toBeNull();
    expect(await sweepFileBlobs(folder, 'snapshots', at)).toBe(0);
  });

  it('deletes what killed processes left of blobs, in every folder, unless it may be written now', async () => {
    const blobs = createFileBlobStore(folder);
    const old = new Date('2026-01-01T00:00:00Z');
    for (const key of ['search/anna/1', 'saved/anna/2', 'search/anna/3'])
      await blobs.put(key, Buffer.from(key));
    const paths = ['search/anna/1.x.partial', 'saved/anna/2.x.partial', 'search/anna/1'].map((name) =>
      join(folder, name),
    );
    for (const path of [...paths, join(folder, 'search/anna/3.x.partial')]) await writeFile(path, 'half');
    for (const path of paths) await utimes(path, old, old);
    expect(await sweepPartialBlobs(folder, new Date('2026-01-02T00:00:00Z'))).toBe(2);
    expect((await readdir(join(folder, 'search/anna'))).toSorted()).toEqual(['1', '3', '3.x.partial']);
    expect(await readdir(join(folder, 'saved/anna'))).toEqual(['2']);
  });

  it('finds nothing in a folder that does not exist', async () => {
    expect(await sweepFileBlobs(folder, 'snapshots', new Date())).toBe(0);
    expect(await sweepFileBlobs(join(folder, 'none'), 'snapshots', new Date())).toBe(0);
  });
});
