import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactedLog } from '../../../src/logging/redact.ts';
import type { Log } from '../../../src/logging/log.ts';

/** The environment variable that names the folder in which a test run collects its log lines. */
export const LOG_FOLDER = 'OMOMI_TEST_LOGS';

const KEPT_LINES = 500;
let lines: string[] = [];

/** Writes the captured lines to a file. The setup of each test file calls it at the end. */
export const flushCaptured = (): void => {
  const folder = process.env[LOG_FOLDER];
  if (folder !== undefined && lines.length > 0)
    appendFileSync(join(folder, `${process.pid}.log`), lines.map((line) => `${line}\n`).join(''));
  lines = [];
};

/** Captures logged text. At the end of the run, all captured text is searched for secrets. */
const capture = (text: string): void => {
  lines.push(text);
  if (lines.length >= KEPT_LINES) flushCaptured();
};

/** Returns a log like that of every entry point, which also captures each line for the search at the end of the run. */
export const capturedLog = (log: Log): Log => {
  const tee =
    (level: keyof Log): Log[keyof Log] =>
    (message, fields) => {
      capture(JSON.stringify({ level, message, ...fields }));
      log[level](message, fields);
    };
  return createRedactedLog({ info: tee('info'), warn: tee('warn'), error: tee('error') });
};
