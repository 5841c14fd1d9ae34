// Looks for credentials in every file of the repository and in every line that its commits ever added. Prints where one
// stands, never the credential itself, and exits with 1.
//
//   find-secrets.mjs [<folder of the repository>]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What credentials of well-known services look like, by name. */
const patterns = {
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  'an AWS access key': /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/,
  'an AWS secret key': /aws_?secret_?(?:access_?)?key["']?\s*[:=]\s*["']?[\w/+]{40}(?![\w/+])/i,
  'a GitHub token': /\bgh[pousr]_\w{36,}|\bgithub_pat_\w{60,}/,
  'an npm token': /\bnpm_\w{36}\b/,
  'a Google key': /\bAIza[\w-]{35}\b|\bGOCSPX-[\w-]{28}\b/,
  'an OpenAI or Anthropic key': /\bsk-(?:proj-|ant-)?[\w-]{32,}/,
  'a Slack token or webhook': /\bxox[abprs]-[\w-]{20,}|hooks\.slack\.com\/services\/T\w+\/B\w+\/\w+/,
  'an API token of Omomi': /\bomomi_[0-9a-z]+_(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/,
};

const folder = process.argv[2] ?? '.';
const found = [];
const log = spawn(
  'git',
  ['log', '--all', '--unified=0', '--no-color', '--no-ext-diff', '--text', '--format=commit %h', '-p'],
  {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const ended = once(log, 'close');

let commit = '';
let file = '';
for await (const line of createInterface({ input: log.stdout })) {
  if (line.startsWith('commit ')) commit = line.slice('commit '.length);
  else if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length);
  else if (line.startsWith('+'))
    for (const [name, pattern] of Object.entries(patterns))
      if (pattern.test(line)) found.push(`${name} in ${file}, added by ${commit}`);
}
const [code] = await ended;
if (code !== 0) throw new Error(`git log ended with ${code}`);

for (const one of found) console.error(one);
if (found.length > 0) {
  console.error('Revoke it at its service first: a commit that removes it does not take it back.');
  process.exitCode = 1;
}
