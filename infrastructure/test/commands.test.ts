// @module-tag long
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'omomi-commands-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Returns the commands of a document: its lines of code, those of `aws` also within a line of bash, and its code in a line, without comments. */
const commandsIn = (file: string): string[] => {
  const text = read(file);
  const blocks = [...text.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, lines]) => lines!).join('\n');
  const indented = [...text.matchAll(/^ {4}(?:sudo )?((?:npm|npx|aws) .*)$/gm)].map(([, line]) => line!);
  const fenced = [...blocks.matchAll(/^(?:sudo )?((?:npm|npx|aws) .*)$|\$\((aws [^)]+)\)/gm)].map(
    ([, line, within]) => line ?? within!,
  );
  const inline = [...text.matchAll(/`((?:npm|npx|aws) [^`]+)`/g)].map(([, code]) => code!);
  return [...indented, ...fenced, ...inline]
    .flatMap((line) =>
      line
        .replace(/\s+#.*$/, '')
        .replaceAll(/\s+/g, ' ')
        .split(' && '),
    )
    .map((command) => command.trim());
};
/** Benchmarks are documented with several arguments, which their files explain. */
const withoutArguments = (command: string): string => command.replace(/^(npm run bench\S*) -- .*$/, '$1');
const documented = [
  ...new Set(
    ['README.md', 'docs/self-hosting.md', 'docs/operations.md', 'docs/measurements.md']
      .flatMap(commandsIn)
      .map(withoutArguments),
  ),
];

/** Settings of a run of a command, which has a folder and a home of its own. */
type Run = {
  /** Its output at its end. A command that does not end by itself is ended at this output. */
  writes: RegExp;
  /** The same command with what keeps it short or harmless. */
  instead?: string;
  toItsEnd?: true;
};

const needsAccount = /Unable to resolve AWS account to use/;
const assembly = join(scratch, 'assembly');

/** The commands that are run. Synthesis comes first, because the deployment needs its assembly. */
const runs: Record<string, Run> = {
  'npm run synth': { writes: /alarm_email/, toItsEnd: true },
  'npm start': { writes: /http:\/\/127\.0\.0\.1:\d+/, instead: 'npm start -- --port 0' },
  'npm start -- --new-table': {
    writes: /http:\/\/127\.0\.0\.1:\d+/,
    instead: 'npm start -- --new-table --port 0',
  },
  'npm start -- --help': { writes: /--data/ },
  'npm start -- --host 0.0.0.0': {
    writes: /Open this link within a day/,
    instead: 'npm start -- --host 0.0.0.0 --port 0',
  },
  'npm run invite': { writes: /\/invitation#|there are no data in/ },
  'npm run invite -- --for anna': { writes: /there is no reader "anna"|there are no data in/ },
  'npm run invite -- --for <name>': {
    writes: /there is no reader "anna"|there are no data in/,
    instead: 'npm run invite -- --for anna',
  },
  'npm run invite -- --table <TableName> --origin <Url>': {
    writes: /Region is missing/,
    instead: 'npm run invite -- --table Table --origin https://reader.example',
  },
  'npm run backup -- <folder>': {
    writes: /\d+ items, \d+ texts|there are no data in/,
    instead: `npm run backup -- ${join(scratch, 'elsewhere')}`,
  },
  'npm run backup -- ./moving --table <TableName> --bucket <BlobBucketName>': {
    writes: /Region is missing/,
    instead: `npm run backup -- ${join(scratch, 'moving')} --table Table --bucket Blobs`,
  },
  'npm run restore -- ./moving/omomi-2026-11-21T12-00-00Z.jsonl.gz --data ./.data': {
    writes: /there is no file/,
    instead: `npm run restore -- ./moving/omomi-2026-11-21T12-00-00Z.jsonl.gz --data ${join(scratch, 'moved')}`,
  },
  'npm run restore -- ./moving/omomi-2026-11-21T12-00-00Z.jsonl.gz --table <TableName> --bucket <BlobBucketName>':
    {
      writes: /there is no file/,
      instead: 'npm run restore -- ./moving/omomi-2026-11-21T12-00-00Z.jsonl.gz --table Table --bucket Blobs',
    },
  'npm run restore': { writes: /There are no copies in/ },
  'npm run restore -- 2026-11-21': { writes: /no copy|There are no copies|there are no data/i },
  'npm run restore -- <file>': {
    writes: /there is no file/,
    instead: 'npm run restore -- nowhere.jsonl.gz',
  },
  'npm run reparse -- --feed <feed_id>': {
    writes: /there is no feed with the id 0123456789abcdef|there are no data in/,
    instead: 'npm run reparse -- --feed 0123456789abcdef',
  },
  'npm run crawl -- https://site.example/': {
    writes: /Usage/,
    instead: 'npm run crawl -- https://site.example/ --help',
  },
  'npm run cdk -w infrastructure -- bootstrap -c environment=production': { writes: needsAccount },
  'npm run cdk -w infrastructure -- deploy --all -c environment=production': {
    writes: needsAccount,
    // From the assembly of `npm run synth`, since it would build every function first.
    instead: `npm run cdk -w infrastructure -- deploy --all -c environment=production --app ${assembly}`,
  },
  'npm run cdk -w infrastructure -- deploy Omomi-nightly-Access -c environment=nightly': {
    // That assembly has the stacks of production alone.
    writes: /No stacks match the name\(s\) Omomi-nightly-Access/,
    instead: `npm run cdk -w infrastructure -- deploy Omomi-nightly-Access -c environment=nightly --app ${assembly}`,
  },
};

/** The commands that another file runs. */
const runBy: Record<string, string> = {
  'npm ci': '.ci/run',
  'npm test': '.ci/run',
  'npm run coverage': '.github/workflows/ci.yml',
};

/** The commands that take minutes: only that npm knows them and that their files exist is tested. */
const long = [
  'bench',
  'bench:balance',
  'bench:cold',
  'bench:cost',
  'bench:crawl',
  'bench:learner',
  'bench:memory',
  'bench:leads',
  'bench:pages',
  'bench:relevance',
  'bench:scale',
  'bench:search',
  'bench:stories',
  'bench:tiers',
  'bench:web',
  'corpus',
  'journeys',
  'model:fit',
  'package',
];

/** Install the package, for the reader alone and for the machine; `backend/test/suites/local/package.test.ts` starts it from its folder. */
const installs = [
  'npm install --global --prefix ~/.local ./dist/omomi-*.tgz',
  'npm install --global ./dist/omomi-*.tgz',
];

/**
 * The commands of the AWS CLI, which is not installed here and asks for credentials before it does anything. Version 2.9.19 took
 * all of their options when they were written but those that came later: of recursion, and `--deletion-protection-enabled`.
 */
const aws = [
  'aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000',
  'aws lambda get-account-settings --query AccountLimit.ConcurrentExecutions',
  'aws ssm put-parameter --type SecureString --overwrite --name /omomi/oidc --value …',
  'aws ssm put-parameter --type String --overwrite --name /omomi/apps --value "$(openssl rand -hex 32)"',
  'aws ssm put-parameter --type SecureString --name /omomi/sites --value "$(openssl rand -base64 32)"',
  'aws sesv2 create-email-identity --email-identity example.org',
  'aws sesv2 get-email-identity --email-identity example.org',
  'aws sesv2 get-account',
  'aws ses set-active-receipt-rule-set --rule-set-name Omomi-<environment>-Compute-mails',
  'aws ses describe-active-receipt-rule-set',
  'aws ses set-active-receipt-rule-set',
  `aws sqs receive-message --queue-url <MailsDeadLettersUrl> --query 'Messages[0].[ReceiptHandle,Body]' --output text`,
  'aws lambda invoke --function-name <MailsFunctionName> --invocation-type Event --cli-binary-format raw-in-base64-out --payload "$letter" /dev/stdout',
  'aws sqs delete-message --queue-url <MailsDeadLettersUrl> --receipt-handle "$receipt"',
  'aws lambda get-function-recursion-config --function-name <name>',
  `aws lambda list-functions --query 'Functions[].FunctionName'`,
  'aws lambda put-function-recursion-config --function-name <name> --recursive-loop Allow',
  `aws cloudformation describe-stacks --stack-name Omomi-<environment>-Database --query 'Stacks[0].Outputs[].[OutputKey,OutputValue]' --output text`,
  'aws dynamodb restore-table-to-point-in-time --source-table-name <TableName> --target-table-name omomi-restored --restore-date-time 2026-11-21T09:30:00Z',
  'aws dynamodb wait table-exists --table-name omomi-restored',
  'aws dynamodb update-time-to-live --table-name omomi-restored --time-to-live-specification Enabled=true,AttributeName=ttl',
  'aws dynamodb update-continuous-backups --table-name omomi-restored --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true',
  'aws dynamodb update-table --table-name omomi-restored --deletion-protection-enabled',
  `aws lambda invoke --function-name <CleanupFunctionName> --cli-read-timeout 0 --cli-binary-format raw-in-base64-out --payload '{"check":"upgrade"}' /dev/stdout`,
];

/** Runs a command until it ends, or has written what is expected. Returns all that it wrote. */
const run = async (command: string, until?: RegExp): Promise<string> => {
  const own = Object.entries(process.env).filter(([name]) => !/^(AWS|CDK|npm|NODE|VITEST)/i.test(name));
  const child = spawn('bash', ['-c', `exec ${command}`], {
    cwd: root,
    env: {
      ...Object.fromEntries(own),
      HOME: scratch,
      DATA_DIR: join(scratch, 'data'),
      AWS_EC2_METADATA_DISABLED: 'true',
      npm_config_update_notifier: 'false',
      CDK_OUTDIR: assembly,
      // Without the bundles, which other tests build.
      CDK_CONTEXT_JSON: JSON.stringify({ 'aws:cdk:bundling-stacks': [] }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let written = '';
  const ended = once(child, 'close');
  const found = new Promise<void>((resolve) => {
    const note = (chunk: Buffer) => {
      written += chunk.toString('utf8');
      if (until?.test(written) === true) resolve();
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
  });
  await Promise.race([found, ended]);
  if (child.exitCode === null) {
    process.kill(-child.pid!, 'SIGTERM');
    await ended;
  }
  return written;
};

describe('the commands of the documents', () => {
  it('are all tested, and no other', () => {
    const tested = [
      ...Object.keys(runs),
      ...Object.keys(runBy),
      ...long.map((name) => `npm run ${name}`),
      ...installs,
      ...aws,
    ];
    expect(documented.toSorted()).toEqual(tested.toSorted());
  });

  it.each(Object.entries(runs))('%s', async (command, { writes, instead, toItsEnd }) => {
    expect(await run(instead ?? command, toItsEnd === true ? undefined : writes)).toMatch(writes);
  });

  it.each(installs)('%s installs from the folder of the clone, and asks no network', async (command) => {
    const clone = mkdtempSync(join(scratch, 'clone-'));
    mkdirSync(join(clone, 'dist'));
    writeFileSync(join(clone, 'package.json'), JSON.stringify({ name: 'omomi', version: '0.1.0' }));
    const env = {
      PATH: process.env['PATH'],
      HOME: clone,
      npm_config_offline: 'true',
      npm_config_prefix: clone,
    };
    const inClone = (line: string) => promisify(execFile)('bash', ['-c', line], { cwd: clone, env });
    await inClone('npm pack --pack-destination dist');
    await inClone(command);
    const places = ['lib', '.local/lib'].map((folder) =>
      join(clone, folder, 'node_modules/omomi/package.json'),
    );
    expect(places.filter(existsSync)).toHaveLength(1);
  });

  it.each(Object.entries(runBy))('%s is run by %s', (command, file) => {
    expect(read(file)).toMatch(new RegExp(`^.*\\b${command}\\b`, 'm'));
  });

  it.each(long)('npm run %s has its file', (name) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const [file] = /\S+\.ts$/.exec(scripts[name] ?? '') ?? [];
    expect(file).toBeDefined();
    expect(existsSync(join(root, file!))).toBe(true);
  });
});
