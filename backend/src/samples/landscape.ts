import type { Colour, IndexedPicture } from './png.ts';

/** Colours and shapes of the pictures of a sample feed. */
export type Scenery = {
  /** The colours of the sky at its top and at the horizon. */
  sky: readonly [top: Colour, horizon: Colour];
  sun: Colour;
  /** The colours of the land, the farthest first. */
  land: readonly Colour[];
  /** The form of the land. */
  shape: keyof typeof shapes;
};

/** The number of colours between the top of the sky and the horizon, as in a woodblock print. */
const SKY_BANDS = 14;

/** Returns the height of the land at a place from 0 to 1, as a number from 0 to 1. `seed` makes another land. */
type Shape = (x: number, seed: number) => number;

/** Returns a number from 0 to 1 that depends on nothing but its arguments. */
const chance = (n: number, seed: number): number => {
  const value = Math.sin(n * 127.1 + seed * 311.7) * 43_758.5453;
  return value - Math.floor(value);
};

const shapes = {
  hills: (x, seed) =>
    0.5 +
    0.3 * Math.sin(x * 4.2 + seed * 1.7) +
    0.15 * Math.sin(x * 9.1 + seed * 3.1) +
    0.05 * Math.sin(x * 23 + seed),
  roofs: (x, seed) => {
    const at = x * 7 + seed * 0.37;
    const house = Math.floor(at);
    return 0.35 + 0.35 * chance(house, seed) + 0.3 * (1 - Math.abs(2 * (at - house) - 1));
  },
  towers: (x, seed) => 0.2 + 0.75 * chance(Math.floor(x * 16 + seed * 0.61), seed),
  loaves: (x, seed) => {
    const at = x * 3.6 + seed * 0.43;
    const side = 2 * (at - Math.floor(at)) - 1;
    return 0.25 + (0.4 + 0.25 * chance(Math.floor(at), seed)) * Math.sqrt(1 - side * side);
  },
} as const satisfies Record<string, Shape>;

const between = (from: Colour, to: Colour, share: number): Colour => [
  Math.round(from[0] + (to[0] - from[0]) * share),
  Math.round(from[1] + (to[1] - from[1]) * share),
  Math.round(from[2] + (to[2] - from[2]) * share),
];

/** Draws a sky, a sun and a land in flat colours. The same arguments draw the same picture. */
export const drawLandscape = (
  { sky, sun, land, shape }: Scenery,
  seed: number,
  { width, height }: { width: number; height: number },
): IndexedPicture => {
  const colours = [
    ...Array.from({ length: SKY_BANDS }, (_, band) => between(...sky, band / (SKY_BANDS - 1))),
    sun,
    ...land,
  ];
  const pixels = new Uint8Array(width * height);
  const fillRow = (y: number, from: number, to: number, colour: number): void => {
    pixels.fill(
      colour,
      y * width + Math.max(0, Math.round(from)),
      y * width + Math.min(width, Math.round(to)),
    );
  };
  const horizon = height * 0.75;
  const radius = height * 0.14;
  const sunX = width * (0.2 + 0.6 * chance(1, seed));
  const sunY = height * (0.22 + 0.2 * chance(2, seed));
  for (let y = 0; y < height; y += 1) {
    fillRow(y, 0, width, Math.min(SKY_BANDS - 1, Math.floor((y / horizon) * SKY_BANDS)));
    const half = Math.sqrt(Math.max(0, radius ** 2 - (y - sunY) ** 2));
    fillRow(y, sunX - half, sunX + half, SKY_BANDS);
  }
  // The nearer a land is, the lower it lies.
  land.forEach((_, layer) => {
    for (let x = 0; x < width; x += 1) {
      const top = 0.45 + 0.17 * layer + 0.3 * (1 - shapes[shape](x / width, seed + layer * 5));
      for (let y = Math.round(top * height); y < height; y += 1)
        pixels[y * width + x] = SKY_BANDS + 1 + layer;
    }
  });
  return { width, height, colours, pixels };
};
