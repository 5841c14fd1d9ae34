import { describe, expect, it } from 'vitest';
import { SCROLLED_MS, SHORT_MS, watchEnd } from './end-of-text.tsx';

/** Starts a watch with a clock that moves only when the test advances it. */
const start = () => {
  let time = 0;
  let planned: { at: number; run: () => void } | null = null;
  let ends = 0;
  const watch = watchEnd({
    now: () => time,
    after: (milliseconds, run) => {
      const own = { at: time + milliseconds, run };
      planned = own;
      return () => {
        if (planned === own) planned = null;
      };
    },
    onEnd: () => {
      ends += 1;
    },
  });
  const pass = (milliseconds: number): void => {
    time += milliseconds;
    if (planned === null || planned.at > time) return;
    const { run } = planned;
    planned = null;
    run();
  };
  return { ...watch, pass, ends: () => ends };
};

describe('an article counts as read to its end', () => {
  it('when its end is scrolled into view after a while', () => {
    const article = start();
    article.seen(false);
    article.pass(60_000);
    expect(article.ends()).toBe(0);
    article.seen(true);
    article.pass(0);
    expect(article.ends()).toBe(1);
    article.seen(false);
    article.seen(true);
    article.pass(60_000);
    expect(article.ends()).toBe(1);
  });

  it('only if the end stays in view, not when it is scrolled past in a moment', () => {
    const article = start();
    article.seen(false);
    article.pass(500);
    article.seen(true);
    article.pass(1_000);
    article.seen(false);
    article.pass(60_000);
    expect(article.ends()).toBe(0);

    const other = start();
    other.seen(false);
    other.pass(500);
    other.seen(true);
    other.pass(SCROLLED_MS - 501);
    expect(other.ends()).toBe(0);
    other.pass(1);
    expect(other.ends()).toBe(1);
  });

  it('when it is short and stays open for longer', () => {
    const article = start();
    article.seen(true);
    article.pass(SHORT_MS - 1);
    expect(article.ends()).toBe(0);
    article.pass(1);
    expect(article.ends()).toBe(1);
  });

  it('by the time for which its tab was visible, not another one', () => {
    const article = start();
    article.seen(true);
    article.pass(4_000);
    article.shown(false);
    article.pass(60_000);
    article.shown(true);
    article.pass(SHORT_MS - 4_001);
    expect(article.ends()).toBe(0);
    article.pass(1);
    expect(article.ends()).toBe(1);
  });

  it('only while it is open, never after it was closed', () => {
    const article = start();
    article.seen(true);
    article.stop();
    article.shown(false);
    article.shown(true);
    article.pass(60_000);
    expect(article.ends()).toBe(0);
  });
});
