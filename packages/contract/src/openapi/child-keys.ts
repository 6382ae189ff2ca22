import { z } from 'zod'
import { childKey, childKeyForm, childKeysQuery, newChildKey } from '../entities/child-key.ts'
import { membersOf, schemaOf } from './schema.ts'
import type { Json } from './types.ts'

const CHILD_KEYS_PATH = '/v1/keys'

const relayed = (operationId: string, summary: string, reply: z.ZodType, more: Record<string, Json> = {}): Json => ({
  operationId,
  tags: ['relay'],
  summary,
  'x-access': 'token',
  security: [{ token: [] }],
  ...more,
  responses: {
    200: { description: 'Without an envelope', content: { 'application/json': { schema: schemaOf(reply, 'output') } } },
    default: {
      description: 'An error as `/v1/chat/completions` answers it',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
  },
})

const ended = z.object({ id: z.number().int(), deleted: z.literal(true) })
const list = z.object({ object: z.literal('list'), data: z.array(childKey), has_more: z.boolean() })
const ending = (operationId: string, place: 'path' | 'query'): Json =>
  relayed(operationId, 'End a child key and all below it; what is left returns to the key above it', ended, {
    parameters: [{ name: 'id', in: place, required: true, schema: { type: 'integer' } }],
  })

/** The calls with which a token makes, lists and ends the child keys below it. */
export const childKeyPaths = (): Record<string, Record<string, Json>> => ({
  [CHILD_KEYS_PATH]: {
    get: relayed('relay.childKeys', 'The child keys below the token whose key is sent, newest first', list, {
      parameters: Object.entries(membersOf(childKeysQuery).properties).map(([name, schema]) => ({
        name,
        in: 'query',
        required: false,
        schema,
      })),
    }),
    post: relayed(
      'relay.makeChildKey',
      'Make a child key with a slice of the quota of the token whose key is sent',
      newChildKey,
      {
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(childKeyForm, 'input') } } },
      },
    ),
    delete: ending('relay.endChildKey', 'query'),
  },
  [`${CHILD_KEYS_PATH}/{id}`]: { delete: ending('relay.endChildKeyAt', 'path') },
})
