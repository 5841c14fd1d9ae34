import { describe, expect, it } from 'vitest';
import { StorageFullError } from '../../lib/errors.ts';
import { StorageUnavailableError, translateFileError } from './errors.ts';

const failing = (code: string) => Object.assign(new Error(`${code}: raw text, open '/data/x'`), { code });

describe('an error of the file system', () => {
  it.each([
    ['EROFS', '/data cannot be written: its disk can only be read'],
    ['EACCES', '/data cannot be written: this user has no right to it'],
    ['EISDIR', '/data cannot be written: a folder is where a file belongs'],
    ['EIO', '/data cannot be written: its disk fails'],
  ])('%s is told in words', (code, message) => {
    const translated = translateFileError(failing(code), '/data');
    expect(translated).toBeInstanceOf(StorageUnavailableError);
    expect(translated).toMatchObject({ message });
  });

  it('of a full disk is its own, and any other stays as it is', () => {
    expect(translateFileError(failing('ENOSPC'), '/data')).toBeInstanceOf(StorageFullError);
    const other = failing('EOTHER');
    expect(translateFileError(other, '/data')).toBe(other);
  });
});
