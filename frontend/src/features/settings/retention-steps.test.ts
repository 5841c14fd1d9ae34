import { describe, expect, it } from 'vitest';
import { retentionSteps } from './retention-steps.ts';

describe('the steps of retention', () => {
  it('end at what the deployment allows and include what is set', () => {
    expect(retentionSteps([1, 3, 7, 14, 30], 10, 4)).toEqual([1, 3, 4, 7, 10]);
    expect(retentionSteps([1, 3], 1, 1)).toEqual([1]);
    // Set when the deployment allowed more.
    expect(retentionSteps([1, 3, 7], 5, 7)).toEqual([1, 3, 5, 7]);
  });
});
