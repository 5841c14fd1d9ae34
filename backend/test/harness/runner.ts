import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID as newName } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { rateLimitVariables } from '../../src/limits/rate-class.ts';
import { apiOf } from './api/api-of.ts';
import { LOG_FOLDER } from './logs/captured-log.ts';

const ROOT = join(import.meta.dirname, '../../..');
const manifest = z.object({ scripts: z.object({ start: z.string() }) });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const statusOf = (pid: string, field: string): number => {
  try {
    const line = readFileSync(`/proc/${pid}/status`, 'utf8')
      .split('\n')
      .find((text) => text.startsWith(`${field}:`));
    return Number(/\d+/.exec(line ?? '')?.[0] ?? 0);
  } catch {
    return 0;
  }
};

const familyOf = (pid: number): string[] => {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ name, parent: statusOf(name, 'PPid') }));
  const family = [String(pid)];
  for (const member of family)
    family.push(...parents.filter(({ parent }) => String(parent) === member).map(({ name }) => name));
  return family;
};

const limitsOf = (rateLimit: string | null): Record<string, string> =>
  rateLimit === null
    ? {}
    : Object.fromEntries(Object.values(rateLimitVariables).map((name) => [name, rateLimit]));

/** A local runner in a process of its own, on a free port, with a client for its API. */
export const startRunner = async ({
  data,
  allowHosts,
  rateLimit = '10000/1m',
  variables = {},
  command,
}: {
  data: string;
  allowHosts: string;
  /** The arguments for Node. By default they are those of `npm start`. */
  command?: string[];
  /** Of every class; the variables of each where it is null. */
  rateLimit?: string | null;
  variables?: Record<string, string>;
}) => {
  // As `npm start` does it, without npm in between.
  const { scripts } = manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  const [, ...ofNpm] = scripts.start.split(' ');
  // A run of the suite searches all that was logged.
  const logFolder = process.env[LOG_FOLDER];
  const logFile = logFolder === undefined ? undefined : openSync(join(logFolder, `${newName()}.log`), 'a');
  const logging = logFile === undefined ? {} : { LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [...(command ?? ofNpm), '--port', '0', '--data', data], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...logging,
      ...limitsOf(rateLimit),
      // After several kills a message waits for this delay, doubled each time.
      RETRY_SECONDS: '1',
      ...variables,
      FETCH_ALLOW_HOSTS: allowHosts,
    },
    stdio: ['ignore', 'pipe', logFile ?? 'inherit'],
  });
  if (logFile !== undefined) closeSync(logFile);
  const stdout = child.stdout as Socket;
  const exited = once(child, 'exit');
  // A test that fails before it stops the runner must neither leave it behind nor wait for it.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  void exited.then(() => process.off('exit', kill));
  child.unref();
  let origin = '';
  for await (const line of createInterface({ input: stdout })) {
    origin = /http:\/\/\S+/.exec(line)?.[0] ?? '';
    if (origin !== '') break;
  }
  stdout.resume();
  stdout.unref();
  if (origin === '') throw new Error('the runner did not start');

  return {
    origin,
    pid: child.pid ?? 0,
    ...apiOf(origin),
    /** Resident memory of the process now, in MB. */
    memoryMb: () => statusOf(String(child.pid ?? 0), 'VmRSS') / 1024,
    /** The most resident memory that the process and its children ever held, in MB. */
    peakMemoryMb: () => familyOf(child.pid ?? 0).reduce((sum, pid) => sum + statusOf(pid, 'VmHWM'), 0) / 1024,
    kill: async () => {
      child.ref();
      child.kill('SIGKILL');
      await exited;
    },
    stop: async () => {
      child.ref();
      child.kill('SIGTERM');
      await exited;
    },
  };
};

const LISTS_AT_ONCE = 8;
/** Lists of every order and filter that a reader goes through. */
const queries = ['', '&sort=importance_score', '&filter=unread', '&filter=read'];

/** Asks for so many lists of so many rows, several at once, and waits where the rate limit says so. */
export const listAgain = async (
  { origin }: Pick<Awaited<ReturnType<typeof startRunner>>, 'origin'>,
  count: number,
  rows = 50,
): Promise<void> => {
  let left = count;
  const ask = async () => {
    while (left > 0) {
      left -= 1;
      const response = await fetch(
        new URL(`/api/articles?limit=${rows}${queries[left % queries.length]}`, origin),
      );
      await response.arrayBuffer();
      if (response.ok) continue;
      if (response.status !== 429) throw new Error(`HTTP ${response.status}`);
      left += 1;
      await pause(1000 * Number(response.headers.get('retry-after') ?? 1));
    }
  };
  await Promise.all(Array.from({ length: LISTS_AT_ONCE }, ask));
};
