/** Least and greatest weight the slider and the field offer. The API takes any above 0. */
export const minWeight = 0.1;
export const maxWeight = 10;

/** The slider's positions: 0 to 40, with weight 1 in the middle. */
export const positions = 40;

/**
 * The weight at a slider position. Equal steps multiply, since half and twice are equally far from 1; two
 * significant digits, so that no position shows 1.9953.
 */
export const weightAt = (position: number): number =>
  Number((10 ** ((position * 2) / positions - 1)).toPrecision(2));

/** The position nearest to a weight. Weights outside the slider's range are at its ends. */
export const positionOf = (weight: number): number =>
  Math.min(positions, Math.max(0, Math.round(((Math.log10(weight) + 1) * positions) / 2)));

/** The weight in a typed text; null unless it is a number from `minWeight` to `maxWeight`. */
export const parseWeight = (text: string): number | null => {
  const weight = Number(text.trim().normalize('NFKC').replace(',', '.'));
  return text.trim() !== '' && weight >= minWeight && weight <= maxWeight ? weight : null;
};
