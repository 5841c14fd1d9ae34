import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAdmission } from './admission.ts';

const { admits, isOwner } = createAdmission({
  allowed: ['owner@example.org', 'friend@example.net', '@team.example'],
  owner: 'owner@example.org',
});

describe('who is let in', () => {
  it.each([
    'owner@example.org',
    'Friend@Example.NET',
    ' friend@example.net ',
    'anyone@team.example',
    'A@TEAM.EXAMPLE',
  ])('%j is', (email) => {
    expect(admits(email)).toBe(true);
  });

  it.each([
    null,
    '',
    '@',
    'team.example',
    'friend@example.org',
    'x@sub.team.example',
    'x@evilteam.example',
    'x@team.example.evil.example',
    'friend@example.net@evil.example',
    'x@team.example@evil.example',
    '"x@team.example"@evil.example',
    'friend@example.net\u0000',
  ])('%j is not', (email) => {
    expect(admits(email)).toBe(false);
  });

  it('is nobody whose domain is not on the list', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const domain = email.slice(email.lastIndexOf('@')).toLowerCase();
        fc.pre(domain !== '@team.example');
        expect(admits(email)).toBe(false);
      }),
    );
  });

  it('has one owner', () => {
    expect(isOwner('OWNER@example.org')).toBe(true);
    for (const email of [null, 'friend@example.net', 'owner@team.example'])
      expect(isOwner(email)).toBe(false);
  });
});
