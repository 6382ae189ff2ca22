import { z } from 'zod'
import { call } from '../call.ts'

export const openapi = {
  document: call({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    summary: 'This description, in OpenAPI 3.1',
    rawType: 'application/json',
    reply: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
  }),
}
