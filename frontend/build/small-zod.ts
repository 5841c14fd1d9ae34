export * as z from './small-zod-makers.ts';
