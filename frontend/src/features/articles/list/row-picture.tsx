import type { ArticleRow as Row } from '@omomi/backend/contract';
import { useState } from 'react';
import { type PictureWidth, imageAddress } from '../../../lib/image-address.ts';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';

/** Returns the address of a row's picture; null if it has none, or if the reader wants none in lists. */
export const useRowPicture = (
  { image_url: url, image_key: key }: Pick<Row, 'image_url' | 'image_key'>,
  width: PictureWidth = 640,
): string | null => {
  const { show_images: showsAny, show_list_images: showsInLists, proxy_images: isProxied } = usePreferences();
  return url === null || !showsAny || !showsInLists ? null : imageAddress({ url, key, width }, isProxied);
};

type Props = {
  src: string;
  row: Pick<Row, 'feed_title'>;
  /** Width and height, as CSS has it. */
  ratio: `${number} / ${number}`;
};

/**
 * Shows a picture in a frame of a fixed shape, so that nothing moves when it arrives. One that fails leaves the frame with
 * the first letter of the feed.
 */
export const RowPicture = ({ src, row, ratio }: Props) => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  return (
    <div className="row-picture" aria-hidden="true" data-testid="row-picture" style={{ aspectRatio: ratio }}>
      {src === failedSrc ? (
        <span>{Array.from(row.feed_title.trim())[0]?.toLocaleUpperCase()}</span>
      ) : (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailedSrc(src)}
        />
      )}
    </div>
  );
};
