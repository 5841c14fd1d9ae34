import { describe, expect, it } from 'vitest';
import { matches, toPattern, createRobotsRules } from './robots-rules.ts';
import { readRobotsGroup, MOST_ROBOTS_BYTES } from './robots-group.ts';

/** A path that counts the characters that are looked at: one by one, or by the engine's search of short texts. */
const countingPath = (text: string) => {
  const counted = { steps: 0 };
  const path = {
    length: text.length,
    startsWith: (part: string) => {
      counted.steps += part.length;
      return text.startsWith(part);
    },
    charCodeAt: (at: number) => {
      counted.steps += 1;
      return text.charCodeAt(at);
    },
    indexOf: (part: string, from: number) => {
      const found = text.indexOf(part, from);
      counted.steps += (found === -1 ? text.length : found + part.length) - from;
      return found;
    },
    endsWith: (part: string) => {
      counted.steps += part.length;
      return text.endsWith(part);
    },
  };
  return { counted, path: path as unknown as string };
};

describe('a hostile robots.txt', () => {
  it.each([
    ['*a'.repeat(250_000) + 'b'],
    ['*a'.repeat(4000)],
    ['*'.repeat(500_000)],
    ['*ab'.repeat(3000) + '*c$'],
    [`*${'a'.repeat(4000)}b*`],
    [`*${'a'.repeat(2000)}b${'a'.repeat(2000)}`],
    [`*${'ab'.repeat(2000)}c`],
  ])('takes steps in proportion to a path: %.20s', (pattern) => {
    for (const text of ['a'.repeat(8000), 'ab'.repeat(4000), 'b'.repeat(8000)]) {
      const { counted, path } = countingPath(`/${text}`);
      matches(toPattern(`/${pattern}`), path);
      expect(counted.steps).toBeLessThanOrEqual(4 * (text.length + 1));
    }
  });

  it('of 500 KiB of wildcards gives an answer', () => {
    const rule = `Disallow: /${'*a'.repeat(200)}*b\n`;
    const robots = `User-agent: *\n${rule.repeat(MOST_ROBOTS_BYTES / rule.length)}Disallow: *c\n`;
    const group = readRobotsGroup(Buffer.from(robots), 'Omomi', 'https://a.example');
    expect(group.rules).toHaveLength(2);
    const { isAllowed } = createRobotsRules(group);
    const path = `https://a.example/${'a'.repeat(8000)}`;
    expect([isAllowed(path), isAllowed(`${path}b`), isAllowed(`${path}c`)]).toEqual([true, false, false]);
  });
});
