import { posix } from 'node:path';

/** Folders of one root, top to bottom. A folder may import from those in the rows below its own, not from its row. */
type Order = readonly (readonly string[])[];

/** By root folder, such as `backend/src`. */
export type Layers = Readonly<Record<string, { order: Order }>>;

/** A file and a file that it imports, as paths from the root of the repository. */
export type Import = { from: string; to: string };

type Place = { name: string; row: number };

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** The folder of an order that a path, relative to the order's root, lies in; a test beside the code has a place of its own. */
const placeIn = (order: Order, path: string): Place | null => {
  const rows = order.map((names, row) => ({ names, row }));
  for (const { names, row } of rows)
    if (names.includes('src/**/*.test.ts') && path.startsWith('src/') && isTest(path))
      return { name: 'src/**/*.test.ts', row };
  for (const { names, row } of rows)
    for (const name of names) {
      if (name === '*') return { name: path.split('/')[0] ?? '', row };
      if (path.startsWith(`${name}/`)) return { name, row };
    }
  return null;
};

const inside = (root: string, path: string): string | null =>
  path.startsWith(`${root}/`) ? path.slice(root.length + 1) : null;

/** Imports that do not lead downwards, one sentence each, with both files. */
export const upwardImports = (layers: Layers, imports: readonly Import[]): string[] =>
  Object.entries(layers).flatMap(([root, { order }]) =>
    imports.flatMap(({ from, to }) => {
      const [source, target] = [inside(root, from), inside(root, to)];
      if (source === null || target === null || !source.includes('/') || !target.includes('/')) return [];
      const [upper, lower] = [placeIn(order, source), placeIn(order, target)];
      for (const [place, path] of [[upper, from] as const, [lower, to] as const])
        if (place === null)
          return [`${path} lies in no folder of the order of ${root}: add it to layers.json.`];
      if (upper === null || lower === null || upper.name === lower.name || upper.row < lower.row) return [];
      const how = upper.row === lower.row ? 'stand side by side' : 'is below';
      const sentence =
        upper.row === lower.row
          ? `${root}/${upper.name} and ${root}/${lower.name} ${how}`
          : `${root}/${upper.name} ${how} ${root}/${lower.name}`;
      return [`${from} imports ${to}, but ${sentence}.`];
    }),
  );

/** Pairs of folders, at any depth, that import each other, tests left out: one sentence each, with a file for each way. */
export const mutualImports = (imports: readonly Import[]): string[] => {
  const byPair = new Map<string, Import>();
  for (const each of imports) {
    const [source, target] = [posix.dirname(each.from), posix.dirname(each.to)];
    if (source !== target && !isTest(each.from)) byPair.set(`${source} ${target}`, each);
  }
  return [...byPair].flatMap(([pair, there]) => {
    const [source = '', target = ''] = pair.split(' ');
    const back = byPair.get(`${target} ${source}`);
    if (back === undefined || source > target) return [];
    return [
      `${source} and ${target} import each other: ${there.from} imports ${there.to}, ${back.from} imports ${back.to}.`,
    ];
  });
};
