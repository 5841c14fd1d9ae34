import { afterAll } from 'vitest';
import { flushCaptured } from './captured-log.ts';

afterAll(flushCaptured);
