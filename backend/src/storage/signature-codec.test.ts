import { describe, expect, it } from 'vitest';
import { IN_TITLE, IS_NAME, packFeatures, unpackFeatures } from '../model/story/story.ts';
import { signatureOf } from '../stories/signature.ts';
import { decodeSignature, encodeSignature } from './story-store.ts';

const signature = signatureOf({
  feed_id: 'feed',
  link: null,
  title: 'Jury finds banker Paul Reuss guilty of fraud of 40 million euros',
  text: 'The judge will sentence Reuss in May.',
});

describe('a stored signature', () => {
  it('keeps names and the vector of the title', () => {
    const decoded = decodeSignature(encodeSignature(signature));
    expect(decoded).toEqual(signature);
    expect(decoded.vector).not.toBeNull();
    expect(unpackFeatures(decoded.features).filter(({ mark }) => (mark & IS_NAME) !== 0)).toHaveLength(3);
  });

  it('keeps whether the title asks, beside the number of words', () => {
    for (const asks of [true, false])
      for (const words of [0, 12, 2 ** 31 - 1])
        expect(decodeSignature(encodeSignature({ ...signature, asks, words }))).toMatchObject({
          asks,
          words,
        });
  });

  it('has neither names nor a vector if it was stored without them', () => {
    const features = packFeatures(
      unpackFeatures(signature.features).map((feature) => ({ ...feature, mark: feature.mark & IN_TITLE })),
    );
    const older = { ...signature, features, vector: null };
    expect(decodeSignature(encodeSignature(older))).toEqual(older);
  });

  it('takes less than half a kilobyte', () => {
    expect(encodeSignature(signature).length).toBeLessThan(512);
  });
});
