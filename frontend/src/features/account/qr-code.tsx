import { Box } from '@chakra-ui/react';
import encodeQR from 'qr';

/** Modules of empty space around the code, which cameras need (ISO/IEC 18004). */
const QUIET = 4;
/** The side of a module, in whole pixels, so that all are equally large. */
const MODULE_PX = 5;

type Props = { text: string; label: string };

/** Draws a text as a QR code, dark on light in every theme, because many cameras read no other. */
export const QrCode = ({ text, label }: Props) => {
  const rows = encodeQR(text, 'raw', { border: QUIET, ecc: 'medium' });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const size = `${rows.length * MODULE_PX}px`;
  return (
    <Box as="figure" aria-label={label} w={size} h={size} maxW="full" borderRadius="md" bg="white">
      <svg aria-hidden="true" viewBox={`0 0 ${rows.length} ${rows.length}`} shapeRendering="crispEdges">
        <path d={path} fill="black" />
      </svg>
    </Box>
  );
};
