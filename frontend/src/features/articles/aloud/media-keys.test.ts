import { expect, it } from 'vitest';
import { silentWav } from './media-keys.ts';

it('silence is a WAV file of ten seconds at rest', () => {
  const bytes = silentWav();
  const view = new DataView(bytes.buffer);
  const word = (at: number) => String.fromCharCode(...bytes.slice(at, at + 4));
  expect([word(0), word(8), word(12), word(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data']);
  expect(view.getUint32(4, true)).toBe(bytes.length - 8);
  const [bytesPerSecond, samples] = [view.getUint32(28, true), view.getUint32(40, true)];
  expect([samples / bytesPerSecond, samples]).toEqual([10, bytes.length - 44]);
  expect(new Set(bytes.slice(44))).toEqual(new Set([0x80]));
});
