import { quoteReply } from '../entities/quote.ts'
import { schemaOf } from './schema.ts'
import type { Json } from './types.ts'

export const QUOTE_PATH = '/v1/quote'

/** Describes the quote, whose answer is in no provider's format. */
export const quoteOperation = (): Json => ({
  operationId: 'relay.quote',
  tags: ['relay'],
  summary: 'What a call would hold and cost, without making it',
  description:
    'Takes the body of a call as it would be sent, and a token’s key as any call does. It is free, counts against the limits of calls, ' +
    'needs a balance above zero, calls no upstream and writes nothing. The path the call would be sent to is said in `endpoint`; ' +
    'without it, the body is one of /v1/messages where the header anthropic-version is sent, else one of /v1/chat/completions.',
  'x-access': 'token',
  security: [{ token: [] }],
  parameters: [
    {
      name: 'endpoint',
      in: 'query',
      required: false,
      description:
        'A path of the relay, such as /v1/responses, /v1/embeddings, /v1/images/generations or /v1beta/models/MODEL:generateContent.',
      schema: { type: 'string' },
    },
  ],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    200: {
      description: 'Without an envelope',
      content: { 'application/json': { schema: schemaOf(quoteReply, 'output') } },
    },
    default: {
      description: 'The error that the call itself would end with, in the dialect of its endpoint',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
  },
})
