/** A path that a document names and that does not exist. `line` counts from 1. */
export type MissingPath = { document: string; line: number; path: string };

/** The paths that a document may name: of all files, and of all folders that hold any, relative to the root. */
export type Tree = { files: ReadonlySet<string>; folders: ReadonlySet<string> };

/** Folders whose children a document may name without saying where they are. */
const PARENTS = [
  '',
  'backend',
  'backend/src',
  'backend/test',
  'frontend',
  'frontend/src',
  'frontend/src/features',
  'infrastructure',
  'infrastructure/lib',
];

const FILE_NAME = /^[\w@{},*.-]+\.(?:tsx?|js|json|jsonc|md|css|conf|html)$/;
const PATH = /^[\w@{},*.-]+(?:\/[\w@{},*.-]+)+\/?$/;

export const treeOf = (files: readonly string[]): Tree => {
  const folders = new Set<string>();
  for (const file of files)
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1))
      folders.add(file.slice(0, end));
  return { files: new Set(files), folders };
};

/** Returns the paths of a text with one list of alternatives in braces, such as `{api,web}.ts`; otherwise the text. */
const expanded = (text: string): string[] => {
  const braces = /^(.*?)\{([^{}]*)\}(.*)$/.exec(text);
  if (braces === null) return [text];
  const [, before = '', alternatives = '', after = ''] = braces;
  return alternatives.split(',').flatMap((each) => expanded(`${before}${each}${after}`));
};

/** Returns the words of a line that stand in code, without the signs around them. */
const wordsInCode = (line: string, isFenced: boolean): string[] => {
  const parts = isFenced ? [line] : [...line.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  return parts.flatMap((part) => part.split(/[\s"'()=;|]+/)).map((word) => word.replace(/[.,:]+$/, ''));
};

const linksIn = (line: string): string[] =>
  [...line.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

const isWithin = (path: string, set: ReadonlySet<string>): boolean => {
  if (set.has(path)) return true;
  for (const each of set) if (each.endsWith(`/${path}`)) return true;
  return false;
};

/** Returns the pattern of a path with stars, each of which stands for any part of a name. */
const patternOf = (path: string): RegExp =>
  new RegExp(`(?:^|/)${path.replaceAll('.', '\\.').replaceAll(/\*+/g, '[^/]*')}$`);

const exists = (path: string, { files, folders }: Tree): boolean => {
  const bare = path.replace(/\/$/, '');
  if (!bare.includes('*')) return isWithin(bare, files) || isWithin(bare, folders);
  const pattern = patternOf(bare);
  return [...files, ...folders].some((each) => pattern.test(each));
};

/** Checks whether a word names a file or folder of this repository, and not a type of content, an address or a queue. */
const isOfRepository = (word: string, { folders, files }: Tree): boolean => {
  if (FILE_NAME.test(word)) return true;
  // A path that begins with two points leads out of the repository.
  if (!PATH.test(word) || word.startsWith('..')) return false;
  const [first = ''] = word.split('/');
  const isKnown = PARENTS.some((parent) => {
    const path = parent === '' ? first : `${parent}/${first}`;
    return folders.has(path) || files.has(path);
  });
  return isKnown || FILE_NAME.test(word.slice(word.lastIndexOf('/') + 1));
};

/** Resolves a link of a document to a path from the root. */
const resolved = (document: string, target: string): string => {
  const parts = document.split('/').slice(0, -1);
  for (const part of target.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return parts.join('/');
};

/**
 * Returns the paths that a document names in its links and in its code and that do not exist. A path in code may leave
 * out folders at its beginning, as `feeds/follow.ts` does. `ignored` are names of files that appear only at run time.
 */
export const missingPaths = (
  document: string,
  text: string,
  tree: Tree,
  ignored: ReadonlySet<string> = new Set(),
): MissingPath[] => {
  let isFenced = false;
  return text.split('\n').flatMap((content, at) => {
    if (content.trimStart().startsWith('```')) {
      isFenced = !isFenced;
      return [];
    }
    const links = isFenced ? [] : linksIn(content).map((target) => resolved(document, target));
    const gone = links.filter((path) => path !== '' && !tree.files.has(path) && !tree.folders.has(path));
    const named = wordsInCode(content, isFenced)
      .filter((word) => !ignored.has(word) && isOfRepository(word, tree))
      .flatMap(expanded)
      .filter((path) => !exists(path, tree));
    return [...new Set([...gone, ...named])].map((path) => ({ document, line: at + 1, path }));
  });
};
