import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegExpParser } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

/*
 * scslre finds the expressions that take more than linear time on a character repeated: those that begin anew at every
 * one of them (`\s+$`), and those whose parts can trade characters (`a*a*b`).
 */

const root = join(import.meta.dirname, '../..');
const folders = ['backend/src', 'frontend/src', 'infrastructure/lib', 'infrastructure/bin'];

type Node = { type?: string; regex?: { pattern: string; flags: string }; callee?: { name?: string } };
type Found = { file: string; literal: string };

const nodesOf = function* (value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const child of Object.values(value)) yield* nodesOf(child);
};

const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);

const nodesByFile = new Map(
  sources.map((file) => [
    file,
    [...nodesOf(parseSync(file, readFileSync(join(root, file), 'utf8')).program)],
  ]),
);

const literals = [...nodesByFile].flatMap(([file, nodes]) =>
  nodes.flatMap(({ regex }): Found[] =>
    regex === undefined ? [] : [{ file, literal: `/${regex.pattern}/${regex.flags}` }],
  ),
);

const isSuperLinear = (literal: string): boolean =>
  analyse(new RegExpParser().parseLiteral(literal)).reports.length > 0;

describe('regular expressions', () => {
  it('can be told apart by the checker', () => {
    expect(['/\\s+$/', '/a*a*b/', '/(?:a|a)+b/'].filter(isSuperLinear)).toHaveLength(3);
    expect(['/\\s+/g', '/^a+b/', '/(?<!\\/)\\/+$/'].filter(isSuperLinear)).toEqual([]);
  });

  it('take linear time, all of them', () => {
    expect(literals.length).toBeGreaterThan(200);
    expect(literals.filter(({ literal }) => isSuperLinear(literal))).toEqual([]);
  });

  it('are literals, but for those whose parts are constants of this project', () => {
    const made = [...nodesByFile].flatMap(([file, nodes]) =>
      nodes.some(({ type, callee }) => type === 'NewExpression' && callee?.name === 'RegExp') ? [file] : [],
    );
    expect(made.toSorted()).toEqual([
      // Anchored, of parts with fixed lengths.
      'backend/src/accounts/secret.ts',
      // The name of one of nine elements, and one character after it.
      'backend/src/refresh/parse/text.ts',
      // One class of characters repeated, and nothing that could fail after it.
      'backend/src/scoring/lexical/tokens.ts',
    ]);
  });
});
