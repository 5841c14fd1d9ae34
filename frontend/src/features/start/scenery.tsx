import { Box } from '@chakra-ui/react';

const palette = {
  light: ['#c9d6d4', '#d6dcd4', '#e2e1d3', '#ece4d2', '#f3e4cf', '#d65a3d', '#b3c0b8', '#87a098', '#557069'],
  dark: ['#1d282e', '#263238', '#323b3d', '#414341', '#524b43', '#cf5f43', '#3a4a4a', '#2a393b', '#1b272a'],
} as const;

/** The land, the farthest first, in a frame of 640 by 360. */
const land = [
  'M0 214 Q90 168 176 196 T352 176 T520 190 Q570 230 640 214 V360 H0 Z',
  'M0 262 Q110 214 226 246 T430 232 T640 250 V360 H0 Z',
  'M0 318 Q150 262 300 300 T560 292 T640 304 V360 H0 Z',
] as const;
const skyBand = 52;

const fills = (theme: keyof typeof palette) =>
  Object.fromEntries(palette[theme].map((fill, at) => [`& > :nth-of-type(${at + 1})`, { fill }]));

/** A quiet picture in flat colours, as the sample feeds have. It says nothing that a screen reader should read. */
export const Scenery = () => (
  <Box
    as="svg"
    aria-hidden="true"
    w="full"
    h="full"
    css={{ ...fills('light'), _dark: fills('dark') }}
    {...{ viewBox: '0 0 640 360', preserveAspectRatio: 'xMidYMid slice' }}
  >
    {palette.light.slice(0, 5).map((_, band) => (
      <path key={band} d={`M0 ${band * skyBand} H640 V360 H0 Z`} />
    ))}
    <path d="M404 161 a52 52 0 1 0 104 0 a52 52 0 1 0 -104 0" />
    {land.map((d) => (
      <path key={d} d={d} />
    ))}
  </Box>
);
