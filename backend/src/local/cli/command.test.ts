import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../config/env.ts';
import { StorageDamagedError, StorageFullError } from '../../lib/errors.ts';
import { StorageUnavailableError } from '../../storage/table/errors.ts';
import { FolderInUseError } from '../process/data-lock.ts';
import { exitCodeOf } from './command.ts';

class OwnError extends Error {}

const fail = async (error: Error) => {
  let complaint = '';
  const logged: unknown[] = [];
  const code = await exitCodeOf(
    'backup',
    {
      complain: (text) => (complaint += text),
      log: { info: () => {}, warn: () => {}, error: (message) => logged.push(message) },
    },
    [OwnError],
    () => Promise.reject(error),
  );
  return { code, complaint, logged };
};

describe('a command that fails', () => {
  it.each([
    new FolderInUseError('why'),
    new StorageDamagedError('why'),
    new StorageFullError('why'),
    new StorageUnavailableError('why'),
    new OwnError('why'),
  ])('says why for $constructor.name, and logs nothing', async (error) => {
    expect(await fail(error)).toEqual({ code: 1, complaint: 'This cannot be done: why\n', logged: [] });
  });

  it.each([
    new ResourceNotFoundException({ message: 'Requested resource not found', $metadata: {} }),
    Object.assign(new Error('Could not load credentials'), { name: 'CredentialsProviderError' }),
    new Error('Region is missing'),
  ])('says for $name of a deployment what to look at, and logs nothing', async (error) => {
    const { code, complaint, logged } = await fail(error);
    expect([code, logged]).toEqual([1, []]);
    expect(complaint).toContain(`the deployment cannot be used (${error.name}: ${error.message}). Name it`);
  });

  it('logs an error that nobody expected', async () => {
    expect(await fail(new TypeError('why'))).toEqual({
      code: 1,
      complaint: 'This cannot be done: why\n',
      logged: ['backup failed'],
    });
  });

  it('ends with 2 for what was asked for wrongly', async () => {
    expect(await fail(new ConfigError('why'))).toEqual({ code: 2, complaint: 'why\n', logged: [] });
  });
});
