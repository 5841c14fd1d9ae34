import type { Log } from '../../logging/log.ts';
import { createRedactedLog } from '../../logging/redact.ts';

const levels = ['info', 'warn', 'error'] as const;
type Level = (typeof levels)[number];

/**
 * Creates a log that writes one JSON object per line, without secrets, like the log of the functions in the cloud. It
 * omits entries below the level `least`.
 */
export const createLog = (write: (line: string) => void, now: () => Date, least: string = 'info'): Log => {
  const from = levels.findIndex((level) => level === least.toLowerCase());
  const at = (level: Level) => (message: string, fields: Record<string, unknown>) =>
    levels.indexOf(level) >= from &&
    write(
      `${JSON.stringify({ level: level.toUpperCase(), timestamp: now().toISOString(), message, ...fields })}\n`,
    );
  return createRedactedLog({ info: at('info'), warn: at('warn'), error: at('error') });
};
