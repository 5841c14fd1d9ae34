import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { missingPaths, treeOf } from './doc-paths.ts';

/* Fails when a document, or a comment of the code, names a file or folder of the repository that does not exist. */

const root = join(import.meta.dirname, '../..');
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'];
const CODE = ['{backend,frontend}/src/**/*.{ts,tsx}', 'infrastructure/lib/**/*.ts'];

/** Files that Omomi or its user makes. */
const MADE = new Set(['bookmarks/links.json.gz', 'omomi.crawl.json']);

const found = globSync(['**/*', '.ci/**/*', '.github/**/*', '.*'], {
  cwd: root,
  withFileTypes: true,
  exclude: (entry) => ['node_modules', 'dist', 'cdk.out', '.git'].includes(entry.name),
});
const tree = treeOf(
  found
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .split(sep)
        .join('/'),
    ),
);

/** Returns a text of code with its comments alone, in the lines where they are. */
const commentsIn = (code: string): string => code.replaceAll(/^(?!\s*(?:\/?\*|\/\/)).*$/gm, '');

const documents = globSync([...DOCUMENTS, ...CODE], { cwd: root }).map((path) => path.split(sep).join('/'));
const missing = documents.flatMap((document) => {
  const text = readFileSync(join(root, document), 'utf8');
  return missingPaths(document, document.endsWith('.md') ? text : commentsIn(text), tree, MADE);
});
for (const { document, line, path } of missing)
  console.error(`${document}:${line} names ${path}, which does not exist.`);
if (missing.length > 0) process.exitCode = 1;
else console.log(`Every path that ${documents.length} documents and comments name exists.`);
