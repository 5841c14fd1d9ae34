// Prints the notes of a release: the conventional commits since the tag before it. Usage: release-notes.mjs v1.2.3 [<folder>]
// Fails if the tag is not the version of package.json, so that nothing is published under a wrong name.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [tag = '', folder = '.'] = process.argv.slice(2);
const git = (...args) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
if (tag !== `v${version}`) {
  process.stderr.write(`the tag ${tag} is not v${version}, the version of package.json\n`);
  process.exit(1);
}

const before = () => {
  try {
    return `${git('describe', '--tags', '--abbrev=0', '--match', 'v*', `${tag}^`)}..`;
  } catch {
    // The first release.
    return '';
  }
};

const titles = { breaking: 'Breaking changes', feat: 'New', fix: 'Mended', perf: 'Faster' };
const SUBJECT = /^(?<kind>[a-z]+)(?:\((?<area>[^)]*)\))?(?<breaking>!)?: (?<what>.+)$/;

const notes = { breaking: [], feat: [], fix: [], perf: [] };
for (const line of git('log', '--no-merges', '--reverse', '--format=%s', `${before()}${tag}`).split('\n')) {
  const found = SUBJECT.exec(line)?.groups;
  if (found === undefined) continue;
  notes[found.breaking === undefined ? found.kind : 'breaking']?.push(
    found.area === undefined ? `- ${found.what}` : `- **${found.area}**: ${found.what}`,
  );
}
const parts = Object.entries(notes).flatMap(([kind, lines]) =>
  lines.length === 0 ? [] : [`## ${titles[kind]}\n\n${lines.join('\n')}\n`],
);
process.stdout.write(parts.length === 0 ? 'Nothing that a reader sees has changed.\n' : parts.join('\n'));
