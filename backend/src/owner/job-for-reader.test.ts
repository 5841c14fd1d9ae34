import { expect, it } from 'vitest';
import { jobForReader, type ReaderFacts } from './job-for-reader.ts';

const someone: ReaderFacts = { user_id: 'someone', profile: null, isListed: false, isFollowing: false };
const stays = { leaving_at: null };

it.each<[string, Partial<ReaderFacts>, 'cleanup' | 'leave' | null]>([
  ['a reader', { profile: stays, isListed: true }, 'cleanup'],
  ['a reader whom no list has', { profile: stays }, 'cleanup'],
  ['one who is leaving', { profile: { leaving_at: '2026-03-01T08:00:00.000Z' }, isFollowing: true }, 'leave'],
  ['one who has gone', {}, null],
  ['one who has gone since the list was read', { isListed: true }, null],
  ['one who has gone and whom a feed was given too late', { isFollowing: true }, 'leave'],
  ['one whose first sign-in is under way', { isListed: true, isFollowing: true }, 'cleanup'],
  ['the reader of a runner without sign-in', { user_id: 'local' }, 'cleanup'],
  ['that reader with feeds', { user_id: 'local', isFollowing: true }, 'cleanup'],
])('%s', (_, existing, kind) => {
  expect(jobForReader('cleanup', { ...someone, ...existing })).toBe(kind);
});
