import fc from 'fast-check';

const LAST = 0x10_ff_ff;
const [FIRST_SURROGATE, SURROGATES] = [0xd8_00, 0x8_00];

/**
 * Any character of Unicode, as the unit of a text: `fc.string({ unit: anyCharacter })`. It makes what fast-check's unit
 * `binary` makes, which first builds a map of all million characters: a second and 100 MB in each worker.
 */
export const anyCharacter = fc.integer({ min: 0, max: LAST - SURROGATES }).map(
  (place) => String.fromCodePoint(place < FIRST_SURROGATE ? place : place + SURROGATES),
  (text) => {
    const code = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
    const isOneCharacter = code >= 0 && String.fromCodePoint(code) === text && text.isWellFormed();
    if (!isOneCharacter) throw new Error('This is no single character of Unicode.');
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);
