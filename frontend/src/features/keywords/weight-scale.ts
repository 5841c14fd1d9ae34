/** The least and greatest weight that the slider and the field offer. The API accepts any weight above 0. */
export const minWeight = 0.1;
export const maxWeight = 10;

/** The last position of the slider: positions are 0 to 40, with weight 1 in the middle. */
export const positions = 40;

/**
 * Returns the weight at a slider position. The scale is logarithmic, so that half and twice are equally far from 1.
 * Weights are rounded to two significant digits, to avoid values such as 1.9953.
 */
export const weightAt = (position: number): number =>
  Number((10 ** ((position * 2) / positions - 1)).toPrecision(2));

/** Returns the position nearest to a weight. Weights outside the slider's range map to its ends. */
export const positionOf = (weight: number): number =>
  Math.min(positions, Math.max(0, Math.round(((Math.log10(weight) + 1) * positions) / 2)));

/** Parses a typed weight. Returns null unless it is a number from `minWeight` to `maxWeight`. */
export const parseWeight = (text: string): number | null => {
  const weight = Number(text.trim().normalize('NFKC').replace(',', '.'));
  return text.trim() !== '' && weight >= minWeight && weight <= maxWeight ? weight : null;
};
