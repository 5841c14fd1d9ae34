import type { Log } from '../../logging/log.ts';
import { createRedactedLog } from '../../logging/redact.ts';

const levels = ['info', 'warn', 'error'] as const;
type Level = (typeof levels)[number];

/** One JSON object a line, without secrets, as the functions log in the cloud; what lies under `least` is left out, by default info. */
export const createLog = (write: (line: string) => void, now: () => Date, least: string = 'info'): Log => {
  const from = levels.findIndex((level) => level === least.toLowerCase());
  const at = (level: Level) => (message: string, fields: Record<string, unknown>) =>
    levels.indexOf(level) >= from &&
    write(
      `${JSON.stringify({ level: level.toUpperCase(), timestamp: now().toISOString(), message, ...fields })}\n`,
    );
  return createRedactedLog({ info: at('info'), warn: at('warn'), error: at('error') });
};
