import type { ArticleRow as Row } from '@omomi/backend/contract';
import { AspectRatio, Box, Center, type BoxProps } from '@chakra-ui/react';
import { useState } from 'react';
import { imageAddress } from '../../../lib/images/image-address.ts';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';

/** Returns the address of a row's picture; null if it has none, or if the reader wants none in lists. */
export const useRowPicture = ({
  image_url: url,
  image_key: key,
}: Pick<Row, 'image_url' | 'image_key'>): string | null => {
  const { show_images: showsAny, show_list_images: showsInLists, proxy_images: isProxied } = usePreferences();
  return url === null || !showsAny || !showsInLists ? null : imageAddress({ url, key }, isProxied);
};

type Props = Omit<BoxProps, 'children' | 'title'> & {
  src: string;
  row: Pick<Row, 'feed_title' | 'is_read'>;
  /** Width divided by height. */
  ratio: number;
};

/**
 * Shows a picture in a frame of a fixed shape, so that nothing moves when it arrives. One that fails leaves the frame with
 * the first letter of the feed.
 */
export const RowPicture = ({ src, row, ratio, ...rest }: Props) => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  return (
    <Box
      aria-hidden="true"
      data-testid="row-picture"
      overflow="hidden"
      borderRadius="lg"
      bg="bg.muted"
      flexShrink="0"
      alignSelf="start"
      w="full"
      opacity={row.is_read ? 0.6 : 1}
      {...rest}
    >
      <AspectRatio ratio={ratio}>
        {src === failedSrc ? (
          <Center color="fg.subtle" fontFamily="heading" fontSize="2xl">
            {Array.from(row.feed_title.trim())[0]?.toLocaleUpperCase()}
          </Center>
        ) : (
          <img
            src={src}
            alt=""
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
            style={{ objectFit: 'cover' }}
            onError={() => setFailedSrc(src)}
          />
        )}
      </AspectRatio>
    </Box>
  );
};
