import type { CanonicalRequest } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { plainParameters, refuseTools, within } from '../common/plain-request.ts'
import { NOTHING, plainTurns } from '../common/plain-turns.ts'
import { host, parameters, rangeLimits } from './host.ts'

/** The address names the model and whether to stream. @throws RequestRefused */
export function writeRequest(request: CanonicalRequest): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  refuseTools(request, host, losses)
  const asked = within(request.parameters, { temperature: [0.01, 1], topP: [0.01, 0.99] }, name =>
    note(losses, rangeLimits[name]),
  )
  const body = {
    prompt: plainTurns(request, host, losses).map(({ role, text }) => ({ role, content: text || NOTHING })),
    ...plainParameters({ ...request, parameters: asked }, host, parameters, losses),
    // otherwise each piece would repeat all of the text before it
    ...(request.stream && { incremental: true }),
  }
  return { body, losses }
}
