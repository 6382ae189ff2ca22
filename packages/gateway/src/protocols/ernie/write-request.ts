import type { CanonicalRequest } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { plainParameters, refuseTools, within } from '../common/plain-request.ts'
import { alternating, NOTHING, plainTurns } from '../common/plain-turns.ts'
import { host, parameters, rangeLimits } from './host.ts'

/** @throws RequestRefused */
export function writeRequest(request: CanonicalRequest): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  refuseTools(request, host, losses)
  const turns = plainTurns(request, host, losses)
  const system = turns.filter(({ role }) => role === 'system').map(({ text }) => text)
  const asked = within(request.parameters, RANGES, name => note(losses, rangeLimits[name]))
  const body = {
    messages: alternating(turns.filter(({ role }) => role !== 'system')).map(({ role, text }) => ({
      role,
      content: text || NOTHING,
    })),
    ...(system.length > 0 && { system: system.join('\n\n') }),
    ...plainParameters({ ...request, parameters: asked }, host, parameters, losses),
    stream: request.stream,
  }
  return { body, losses }
}

/** The range of each value that ERNIE takes. */
const RANGES = {
  temperature: [0.01, 1],
  topP: [0, 1],
  repetitionPenalty: [1, 2],
  maxTokens: [2, Number.MAX_SAFE_INTEGER],
} as const
