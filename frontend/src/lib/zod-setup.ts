import { z } from 'zod';

// By default, zod tries to compile schemas with `new Function`. The content security policy forbids that, and the
// browser reports even the try as a violation.
z.config({ jitless: true });
