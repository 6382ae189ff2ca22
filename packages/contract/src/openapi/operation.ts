import type { Call } from '../call.ts'
import { rights } from '../messages/en/rights.ts'
import type { NeededRight, Right } from '../rights.ts'
import { failureReference } from './failures.ts'
import { membersOf, schemaOf } from './schema.ts'
import type { Json } from './types.ts'

/** Describes one call: `room` is its tag and, with `name`, its id. */
export function operationOf(call: Call, room: string, name: string): Json {
  const { access, team, right, memberRights, summary, confirm, rateLimit, body, rawBody } = call
  const parameters = [...parametersOf(call, 'path'), ...parametersOf(call, 'query')]
  return {
    operationId: `${room}.${name}`,
    tags: [room],
    summary,
    ...(noteOf(call) && { description: noteOf(call) }),
    'x-access': access,
    ...(team && { 'x-team': team }),
    ...(right && { 'x-right': right as Json }),
    ...(memberRights && { 'x-member-rights': { ...memberRights } }),
    ...(confirm && { 'x-confirm': true }),
    ...(rateLimit && { 'x-rate-limit': { ...rateLimit } }),
    security: securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } },
    }),
    ...(rawBody && {
      requestBody: { required: true, content: { [rawBody]: { schema: { type: 'string', format: 'binary' } } } },
    }),
    responses: responsesOf(call),
  }
}

/** A public call needs no session, but recognises signed-in users. */
function securityOf({ access, confirm }: Call): Json {
  const session = { session: [], userId: [] }
  if (confirm) return [session]
  const any = [{ accessToken: [], userId: [] }, session]
  return access === 'public' ? [{}, ...any] : any
}

const ROLES = { public: 'anybody', user: 'signed-in users', admin: 'administrators', root: 'the super admin' }
const COUNTED = { client: 'client address', user: 'user', session: 'session' }

const IN_TEAMS = {
  member: 'For members of the team.',
  admin: 'For administrators and the owner of the team.',
  owner: 'For the owner of the team.',
}

function noteOf({ access, team, right, memberRights, confirm, rateLimit }: Call): string {
  return [
    team ? IN_TEAMS[team] : `For ${ROLES[access]}.`,
    right && rightNote(right),
    memberRights && 'Some members of the body need a further right, as `x-member-rights` says.',
    confirm && 'Needs a confirmation not older than ten minutes, which a system access token cannot give.',
    rateLimit &&
      `At most ${rateLimit.attempts} tries within ${rateLimit.windowSeconds} seconds for each ${COUNTED[rateLimit.per]}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function rightNote(right: NeededRight): string | false {
  const name = (one: Right) => `“${rights[one].name}”`
  if (right === 'every-admin') return false
  if (typeof right === 'string') return `Limited administrators need the right ${name(right)}.`
  return 'all' in right
    ? `Limited administrators need the rights ${right.all.map(name).join(' and ')}.`
    : `Limited administrators need one of the rights ${right.any.map(name).join(', ')}.`
}

function parametersOf(call: Call, place: 'path' | 'query'): Json[] {
  const schema = place === 'path' ? call.params : call.query
  if (!schema) return []
  const { properties, required } = membersOf(schema)
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: member,
  }))
}

function responsesOf(call: Call): Record<string, Json> {
  const failures = [...(call.access === 'public' ? [] : [401, 403]), ...(call.rateLimit ? [429] : []), 500, 503]
  return {
    200: successOf(call),
    ...Object.fromEntries(failures.map(status => [status, failureReference(status)])),
    default: { description: 'Another failure', content: json({ $ref: '#/components/schemas/Failure' }) },
  }
}

const json = (schema: Json): Json => ({ 'application/json': { schema } })

function successOf({ reply, beside, rawType }: Call): Json {
  if (rawType)
    return { description: 'Without an envelope', content: { [rawType]: { schema: schemaOf(reply, 'output') } } }
  const others = beside ? membersOf(beside, 'output') : { properties: {}, required: [] }
  const success = {
    type: 'object',
    properties: {
      success: { const: true },
      message: { type: 'string' },
      data: schemaOf(reply, 'output'),
      ...others.properties,
    },
    required: [...new Set(['success', 'message', 'data', ...others.required])],
  }
  return {
    description: 'Done; or a failure of the matter itself',
    // Some failures also have the members of a success.
    content: json({ anyOf: [success, { $ref: '#/components/schemas/Failure' }] }),
  }
}
