import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';
import { type Reading, type Said, createNarrator } from './narrator.ts';

/** A voice that says nothing by itself. What was hushed still tells that it ended, as in browsers. */
const openVoice = () => {
  const said: (Said & { part: string })[] = [];
  const hushed: Said[] = [];
  const told: string[] = [];
  let reading: Reading = { at: 0, isPlaying: false };
  const narrator = createNarrator(
    {
      say: (part, on) => said.push({ part, ...on }),
      hush: () => void hushed.push(...said.slice(hushed.length)),
    },
    {
      onChange: (next) => {
        reading = next;
      },
      onEnd: () => void told.push('end'),
      onFail: () => void told.push('fail'),
    },
  );
  const last = () => said.at(-1);
  return { narrator, said, hushed, told, last, reading: () => reading };
};

const parts = ['a', 'b', 'c'];

describe('reading aloud', () => {
  it('goes from part to part to the end', () => {
    const { narrator, said, told, last, reading } = openVoice();
    narrator.begin(parts);
    expect(reading()).toEqual({ at: 0, isPlaying: true });
    for (const _ of parts) last()?.onEnd();
    expect(said.map(({ part }) => part)).toEqual(parts);
    expect([told, reading()]).toEqual([['end'], { at: 2, isPlaying: false }]);
  });

  it('goes on after a pause with the part in which it stopped', () => {
    const { narrator, said, last, reading } = openVoice();
    narrator.begin(parts);
    last()?.onEnd();
    narrator.toggle();
    // A part that was ended reports its end late.
    last()?.onEnd();
    expect([reading(), said.length]).toEqual([{ at: 1, isPlaying: false }, 2]);
    narrator.toggle();
    expect([reading(), last()?.part]).toEqual([{ at: 1, isPlaying: true }, 'b']);
  });

  it('moves while it is paused without a word', () => {
    const { narrator, said, last, reading } = openVoice();
    narrator.begin(parts);
    narrator.toggle();
    narrator.move(1);
    narrator.again();
    expect([reading(), said.length]).toEqual([{ at: 1, isPlaying: false }, 1]);
    narrator.toggle();
    expect(last()?.part).toBe('b');
  });

  it('stops and says so if the browser fails', () => {
    const { narrator, told, last, reading } = openVoice();
    narrator.begin(parts);
    last()?.onFail();
    last()?.onEnd();
    expect([told, reading()]).toEqual([['fail'], { at: 0, isPlaying: false }]);
  });

  it('goes on in a corrected text at the same part, the nearest of several', () => {
    const { narrator, last } = openVoice();
    narrator.begin(['a', 'x', 'b']);
    last()?.onEnd();
    expect(narrator.correct(['a', 'new', 'x', 'c', 'x'])).toBe(true);
    last()?.onEnd();
    expect(last()?.part).toBe('c');
    expect(narrator.correct(['other'])).toBe(false);
    last()?.onEnd();
    expect(last()?.part).toBe('x');
  });

  it('says always one part, the one that it tells of, whatever is pressed and whatever comes late', () => {
    const act = fc.oneof(
      fc.constantFrom('end', 'fail', 'toggle', 'again', 'stop', 'late' as const),
      fc.integer({ min: -3, max: 3 }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.string(), { minLength: 1, maxLength: 5 }),
        fc.array(act, { maxLength: 30 }),
        (texts, acts) => {
          const { narrator, said, hushed, told, last, reading } = openVoice();
          narrator.begin(texts);
          for (const act of acts) {
            const before = [reading(), told.length];
            if (typeof act === 'number') narrator.move(act);
            else if (act === 'end') last()?.onEnd();
            else if (act === 'fail') last()?.onFail();
            else if (act !== 'late') narrator[act]();
            for (const each of act === 'late' ? hushed : []) {
              each.onEnd();
              each.onFail();
            }
            expect(act !== 'late' || [reading(), told.length]).toEqual(act !== 'late' || before);
            const speaking = said.slice(hushed.length);
            const { at, isPlaying } = reading();
            expect(texts[at]).toBeDefined();
            expect(speaking.map(({ part }) => part)).toEqual(isPlaying ? [texts[at]] : []);
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
