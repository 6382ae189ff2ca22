import type { Endpoint } from './http/serve.ts'

/** Every console call, room by room: the one table of routes with their roles. */
export const endpoints: Endpoint[] = []
