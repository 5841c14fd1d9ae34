import type { Log } from '../config/log.ts';

const plain = (_key: string, value: unknown): unknown =>
  value instanceof Error
    ? { name: value.name, message: value.message, stack: value.stack, cause: value.cause }
    : value;

const levels = ['info', 'warn', 'error'] as const;
type Level = (typeof levels)[number];

/** One JSON object a line, as the functions log in the cloud; what lies under `least` is left out, by default info. */
export const createLog = (write: (line: string) => void, now: () => Date, least: string = 'info'): Log => {
  const from = levels.findIndex((level) => level === least.toLowerCase());
  const at = (level: Level) => (message: string, fields: Record<string, unknown>) =>
    levels.indexOf(level) >= from &&
    write(
      `${JSON.stringify({ level: level.toUpperCase(), timestamp: now().toISOString(), message, ...fields }, plain)}\n`,
    );
  return { info: at('info'), warn: at('warn'), error: at('error') };
};
