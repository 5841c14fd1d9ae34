import { z } from 'zod';

// zod compiles schemas with `new Function` where it may; the content security policy forbids that, and even the
// try would be reported as a violation.
z.config({ jitless: true });
