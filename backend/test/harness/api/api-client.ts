import { expect } from 'vitest';
import { createApi } from '../../../src/api/create-api.ts';
import type { ApiOptions } from '../../../src/api/create-api.ts';
import { errorCodesOf } from '../../../src/api/openapi.ts';
import { endpoints, errorBody, errorTable } from '../../../src/contract/index.ts';
import type { EndpointName, ErrorCode } from '../../../src/contract/index.ts';
import { localReader, sampleHandlers } from './api-samples.ts';
import { capturedLog } from '../logs/captured-log.ts';
import { functionUrlEvent, lambdaContext } from './function-url-event.ts';
import type { EventParts } from './function-url-event.ts';
import { unlimited } from './unlimited.ts';

/** Creates the API over the sample handlers, and records the calls and the log lines. */
export const setUpApi = (
  options: Partial<ApiOptions> = {},
  answer?: Parameters<typeof sampleHandlers>[0],
) => {
  const { handlers, calls } = sampleHandlers(answer);
  const lines: { level: string; message: string; fields: Record<string, unknown> }[] = [];
  const line = (level: string) => (message: string, fields: Record<string, unknown>) => {
    lines.push({ level, message, fields });
  };
  const api = createApi({
    handlers,
    authenticate: async () => localReader(),
    limiter: unlimited,
    version: '1.2.3',
    now: () => new Date('2026-01-31T08:00:00.000Z'),
    log: capturedLog({ info: line('info'), warn: line('warn'), error: line('error') }),
    ...options,
  });
  const send = async (parts: EventParts) => {
    const { statusCode, headers = {}, body } = await api(functionUrlEvent(parts), lambdaContext('request-1'));
    const isJson = headers['content-type'] === 'application/json' && body !== undefined;
    return { status: statusCode, headers, text: body ?? '', json: isJson ? JSON.parse(body) : undefined };
  };
  return { api, send, calls, lines };
};

export type ApiAnswer = Awaited<ReturnType<ReturnType<typeof setUpApi>['send']>>;

/** Checks for the contract's error shape with this code. If an endpoint is named, it must declare the code. */
export const expectError = (answer: ApiAnswer, code: ErrorCode, name?: EndpointName) => {
  expect(answer.json).toMatchObject({ error: { code, category: errorTable[code].category } });
  expect(errorBody.parse(answer.json).error.action).not.toBe('');
  expect(answer.status).toBe(errorTable[code].status);
  expect(answer.headers['content-type']).toBe('application/json');
  if (name !== undefined) expect(errorCodesOf(endpoints[name])).toContain(code);
};
