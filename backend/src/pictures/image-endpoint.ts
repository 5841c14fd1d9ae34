import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { ImageKeys } from '../model/article/image-keys.ts';
import type { LoadImage } from './load-image.ts';
import { DomainError } from '../lib/domain-error.ts';

/** Creates the endpoint that loads pictures for readers. It asks nobody unless the key fits the address. */
export const createImageEndpoint = ({
  imageKeys,
  loadImage,
}: {
  imageKeys: Pick<ImageKeys, 'isValid'>;
  loadImage: LoadImage;
}): HandlersOf<'getImage'> => ({
  getImage: async ({ query: { url, key, width }, gone }) => {
    if (!(await imageKeys.isValid(url, key)))
      throw new DomainError(
        'FORBIDDEN',
        'This address of a picture was not given out by this service, or more than 30 days ago.',
      );
    return loadImage(url, width === undefined ? null : Number(width), gone);
  },
});
