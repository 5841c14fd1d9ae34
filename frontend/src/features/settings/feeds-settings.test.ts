import { describe, expect, it } from 'vitest';
import { retentionSteps } from './feeds-settings.tsx';

describe('the steps of retention', () => {
  it('end at the deployment’s limit and include the current value', () => {
    expect(retentionSteps([1, 3, 7, 14, 30], 10, 4)).toEqual([1, 3, 4, 7, 10]);
    expect(retentionSteps([1, 3], 1, 1)).toEqual([1]);
    // The value was chosen when the deployment allowed more.
    expect(retentionSteps([1, 3, 7], 5, 7)).toEqual([1, 3, 5, 7]);
  });
});
