import { z } from 'zod';
import type { Endpoint } from './shape/endpoint.ts';
import { health } from '../schemas/service.ts';

/** The endpoints about the service itself. */
export const serviceEndpoints = {
  getHealth: {
    method: 'GET',
    path: '/api/health',
    summary: 'Whether the service works: 503 names the parts that do not, of its table and its queues.',
    access: 'public',
    limit: 'none',
    status: 200,
    response: health,
    errors: ['UNHEALTHY'],
  },
  getOpenApi: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This contract as an OpenAPI 3.1 document.',
    access: 'public',
    limit: 'public',
    status: 200,
    response: z.record(z.string(), z.unknown()),
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
