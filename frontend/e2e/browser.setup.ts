import { afterAll } from 'vitest';
import { endChromium } from './browser.ts';

afterAll(endChromium);
