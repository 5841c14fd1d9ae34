import { describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { errorText } from './error-text.ts';
import { dictionaries, texts } from '../../../test/texts.ts';

const { en, ja } = dictionaries;
const unreachable = texts.laterErrors.en.FEED_UNREACHABLE;
// As `loadLater` does.
Object.assign(en.errors, texts.laterErrors.en);

const error = (code: ApiError['code'], details: unknown = null) =>
  new ApiError({ code, message: 'm', details, category: 'feed', action: 'a' }, 422);

describe('errorText', () => {
  it('says what the code means in the reader’s language', () => {
    expect(errorText(en, error('KEYWORD_EXISTS'))).toEqual(en.errors.KEYWORD_EXISTS);
    expect(errorText(ja, error('OFFLINE'))).toEqual(ja.errors.OFFLINE);
  });

  it('says that there is no connection if the browser knows that it has none', () => {
    for (const [onLine, text] of [
      [false, ja.noConnection],
      [true, ja.errors.OFFLINE],
    ] as const) {
      vi.stubGlobal('navigator', { onLine });
      expect(errorText(ja, error('OFFLINE'))).toEqual(text);
      expect(errorText(ja, error('INTERNAL'))).toEqual(ja.errors.INTERNAL);
      // A newer server may send a code that this page has no text for.
      expect(errorText(ja, error('BRAND_NEW' as ApiError['code']))).toEqual(ja.errors.INTERNAL);
    }
    vi.unstubAllGlobals();
  });

  it('names the trouble of the feed if the server gives a known code', () => {
    expect(errorText(en, error('FEED_UNREACHABLE', { error_code: 'unresolved' }))).toEqual({
      what: en.feed.trouble.unresolved,
      todo: en.feed.remedy.checkSpelling,
    });
    expect(errorText(en, error('FEED_UNREACHABLE', { error_code: 'new' }))).toEqual(unreachable);
  });

  it.each([
    [500, 'server_error', unreachable.todo],
    [503, 'server_error', unreachable.todo],
    [410, 'gone', en.feed.remedy.otherPage],
    [404, 'not_found', en.feed.remedy.checkSpelling],
    [418, 'http_error', unreachable.todo],
  ] as const)('asks to check the spelling only where it may be wrong: HTTP %i', (status, trouble, todo) => {
    expect(errorText(en, error('FEED_UNREACHABLE', { status }))).toEqual({
      what: en.feed.trouble[trouble],
      todo,
    });
  });

  it('shows the message of a form for an invalid value', () => {
    const form = { what: 'w', todo: 't' };
    expect(errorText(en, error('VALIDATION_FAILED'), form)).toBe(form);
    expect(errorText(en, error('RATE_LIMITED'), form)).toBe(en.errors.RATE_LIMITED);
  });

  it('says how long to wait if the server does', () => {
    expect(errorText(en, error('RATE_LIMITED', { retry_after: 54.2 })).todo).toBe(en.waitSeconds(55));
    expect(errorText(en, error('RATE_LIMITED', { retry_after: 583 })).todo).toBe(
      'Wait 10 minutes and try again.',
    );
    expect(errorText(ja, error('RATE_LIMITED', { retry_after: 0 })).todo).toContain('1秒');
    expect(errorText(en, error('RATE_LIMITED', { retry_after: 'soon' }))).toEqual(en.errors.RATE_LIMITED);
  });

  it('reports an error of another kind as trouble of the server', () => {
    expect(errorText(en, new TypeError('x'))).toBe(en.errors.INTERNAL);
  });
});
