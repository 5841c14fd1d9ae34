import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegExpParser } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

/*
 * The library scslre finds expressions that take more than linear time on a repeated character: those that start a new
 * attempt at each character (`\s+$`), and those whose parts can match the same characters (`a*a*b`).
 */

const root = join(import.meta.dirname, '../../../..');
const folders = ['backend/src', 'frontend/src', 'infrastructure/lib', 'infrastructure/bin'];

type Node = { type?: string; regex?: { pattern: string; flags: string }; callee?: { name?: string } };
type Found = { file: string; literal: string };

/** Calls `visit` for each node of a syntax tree. */
const walk = (value: unknown, visit: (node: Node) => void): void => {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value);
  for (const child of Object.values(value)) if (typeof child === 'object') walk(child, visit);
};

/** Returns the regular expressions of a source, as literals and as calls of the constructor. */
const nodesIn = (source: string): Node[] => {
  const found: Node[] = [];
  walk(parseSync(source, readFileSync(join(root, source), 'utf8')).program, (node) => {
    if (node.regex !== undefined || node.callee?.name === 'RegExp') found.push(node);
  });
  return found;
};

const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);

const nodesByFile = new Map(sources.map((file) => [file, nodesIn(file)]));

const literals = [...nodesByFile].flatMap(([file, nodes]) =>
  nodes.flatMap(({ regex }): Found[] =>
    regex === undefined ? [] : [{ file, literal: `/${regex.pattern}/${regex.flags}` }],
  ),
);

const isSuperLinear = (literal: string): boolean =>
  analyse(new RegExpParser().parseLiteral(literal)).reports.length > 0;

describe('regular expressions', () => {
  it('are classified correctly by the checker', () => {
    expect(['/\\s+$/', '/a*a*b/', '/(?:a|a)+b/'].filter(isSuperLinear)).toHaveLength(3);
    expect(['/\\s+/g', '/^a+b/', '/(?<!\\/)\\/+$/'].filter(isSuperLinear)).toEqual([]);
  });

  it('all take linear time', () => {
    expect(literals.length).toBeGreaterThan(200);
    expect(literals.filter(({ literal }) => isSuperLinear(literal))).toEqual([]);
  });

  it('are literals, except for those made from constants of this project', () => {
    const made = [...nodesByFile].flatMap(([file, nodes]) =>
      nodes.some(({ type, callee }) => type === 'NewExpression' && callee?.name === 'RegExp') ? [file] : [],
    );
    expect(made.toSorted()).toEqual([
      // The expression is anchored and its parts have fixed lengths.
      'backend/src/accounts/secret.ts',
      // It matches one address, one letter, or one run of letters, none of which begins as another does.
      'backend/src/model/text/compared-text.ts',
      // The expression is anchored, its alternatives are words, and its only repetition is bounded.
      'backend/src/parser/article/trim.ts',
      // The expression matches one of nine element names and one character after it.
      'backend/src/parser/fields/text.ts',
      // Each repetition in the expression is bounded.
      'backend/src/scoring/words/tokens.ts',
      // One repeated class after one character, and one repeated class.
      'backend/src/search/text/fold.ts',
      // It matches one character.
      'backend/src/search/text/tokens.ts',
      // Its alternatives are words whose special characters are escaped.
      'frontend/src/features/articles/reasons/use-marking.ts',
    ]);
  });
});
