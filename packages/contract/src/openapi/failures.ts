import { type ErrorCode, errors } from '../error-codes.ts'
import type { Json } from './types.ts'

/** The status of business failures. */
const USUAL_STATUS = 200

/** The envelope of a failure. */
export const failureSchema = (): Json => ({
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string', description: 'A sentence in the language of the caller.' },
    code: {
      type: 'string',
      anyOf: [
        { enum: Object.keys(errors) },
        { description: 'Of calls that ask an upstream: a code of relayed calls.' },
      ],
    },
    field: { type: 'string', description: 'On wrong input: the field.' },
    data: { description: 'On some calls: what the failure is about.' },
  },
  required: ['success', 'message', 'code'],
})

/** The responses of failures by status, for references. */
export function failureResponses(): Record<string, Json> {
  const statuses = [...new Set(Object.values(errors))].filter(status => status !== USUAL_STATUS)
  return Object.fromEntries(statuses.map(status => [nameOf(status), responseOf(status)]))
}

/** The reference to an operation's responses for a status. */
export const failureReference = (status: number): Json => ({ $ref: `#/components/responses/${nameOf(status)}` })

const nameOf = (status: number) => `Status${status}`

const responseOf = (status: number): Json => ({
  description: codesWith(status).join(', '),
  ...(status === 429 && { headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } } }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

/** The codes with a status. */
const codesWith = (status: number): string[] =>
  (Object.keys(errors) as ErrorCode[]).filter(code => errors[code] === status)
