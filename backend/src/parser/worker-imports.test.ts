import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** Returns the packages and the folders of ours that a module loads, in a process of its own. */
const loadedBy = (path: string): string[] => {
  const code = `
    import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context); } });
    await import(${JSON.stringify(new URL(path, import.meta.url).href)});
    console.log(JSON.stringify(urls));`;
  const urls: unknown = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }),
  );
  return Array.isArray(urls) ? urls.map(String) : [];
};

// Each thread loads its own: zod and the contract take 12 MB there. All of undici takes 3 MB more than the parts.
describe('what is loaded at a start', () => {
  it('has neither zod nor the contract in the thread that reads documents', () => {
    const loaded = loadedBy('./worker.ts');
    expect(loaded.some((url) => url.includes('/sanitize-html/'))).toBe(true);
    expect(loaded.filter((url) => /\/zod\/|\/src\/contract\//.test(url))).toEqual([]);
  });

  it('has the parts of undici that ask other servers alone', () => {
    const loaded = loadedBy('../web/fetch/create-guarded-fetch.ts');
    expect(loaded.some((url) => url.endsWith('/undici/lib/dispatcher/agent.js'))).toBe(true);
    expect(loaded.filter((url) => /\/undici\/(?:index\.js|lib\/(?:mock|cache|websocket))/.test(url))).toEqual(
      [],
    );
  });
});
