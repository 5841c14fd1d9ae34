import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { ImageKeyError } from './errors.ts';
import type { ImageKeys } from './image-key.ts';
import type { LoadImage } from './load-image.ts';

/** Creates the endpoint that loads pictures for readers. It asks nobody unless the key fits the address. */
export const createImageEndpoint = ({
  imageKeys,
  loadImage,
}: {
  imageKeys: Pick<ImageKeys, 'isValid'>;
  loadImage: LoadImage;
}): HandlersOf<'getImage'> => ({
  getImage: async ({ query: { url, key, width }, gone }) => {
    if (!(await imageKeys.isValid(url, key))) throw new ImageKeyError();
    return loadImage(url, width === undefined ? null : Number(width), gone);
  },
});
