import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAdmission } from './admission.ts';
import { atLeastMet, runs } from '../../../test/harness/property-runs.ts';

const { admits, isOwner } = createAdmission({
  allowed: ['owner@example.org', 'friend@example.net', '@team.example', '@kiosk.example'],
  owner: 'owner@example.org',
});

describe('admission by e-mail address', () => {
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
    'a@evil.example@team.example',
    '@team.example',
    '@@team.example',
    ' @team.example',
    'x@@team.example',
    '"@"@team.example',
    'x y@team.example',
    'x\n@team.example',
    'x,y@team.example',
    '\u00A0friend@example.net',
    // The Kelvin sign and the long s: Unicode case mapping turns them into the letters k and s.
    'kelvin@\u212Aiosk.example',
    'x@kio\u017Fk.example',
  ])('%j is not', (email) => {
    expect(admits(email)).toBe(false);
  });

  it('refuses every address whose domain is not on the list', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const domain = email.slice(email.lastIndexOf('@')).toLowerCase();
        fc.pre(domain !== '@team.example' && domain !== '@kiosk.example');
        expect(admits(email)).toBe(false);
      }),
    );
  });

  const { admits: admitsK, isOwner: isOwnerK } = createAdmission({
    allowed: ['kim@kiosk.example', '@kiosk.example'],
    owner: 'kim@kiosk.example',
  });

  it('refuses letters that only look like a listed one or that Unicode folds to it', () => {
    for (const email of ['\u212Aim@\u212Aiosk.example', 'kim@kio\u017Fk.example', 'x@\u212Aiosk.example']) {
      expect(admitsK(email)).toBe(false);
      expect(isOwnerK(email)).toBe(false);
    }
    expect(isOwnerK('\u212Aim@kiosk.example')).toBe(false);
  });

  it('admits only addresses with exactly one @ after a local part, ignoring letter case', () => {
    const part = fc.oneof(
      fc.constantFrom(
        'kim',
        'KIM',
        'kiosk.example',
        'Kiosk.Example',
        '@',
        '',
        ' ',
        '\u212A',
        '\u017F',
        '\0',
        '\t',
        ',',
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    );
    let admitted = 0;
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 2 }),
        fc.constantFrom('@', '@', '', ''),
        fc.array(part, { minLength: 1, maxLength: 2 }),
        (before, at, after) => {
          const email = [...before, at, ...after].join('');
          if (!admitsK(email)) return;
          admitted += 1;
          const [local = '', domain = '', ...rest] = email.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '').split('@');
          expect([rest, local === '']).toEqual([[], false]);
          expect(domain).toMatch(/^[Kk][Ii][Oo][Ss][Kk][.][Ee][Xx][Aa][Mm][Pp][Ll][Ee]$/);
          expect(isOwnerK(email)).toBe(/^[Kk][Ii][Mm]$/.test(local));
        },
      ),
      { numRuns: runs(10_000) },
    );
    expect(admitted).toBeGreaterThanOrEqual(atLeastMet(50));
  });

  it('recognises only the configured address as the owner’s', () => {
    expect(isOwner('OWNER@example.org')).toBe(true);
    for (const email of [null, 'friend@example.net', 'owner@team.example'])
      expect(isOwner(email)).toBe(false);
  });
});
