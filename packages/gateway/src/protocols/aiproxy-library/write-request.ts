import type { CanonicalRequest } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteRequestContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { plainParameters, refuseTools } from '../common/plain-request.ts'
import { NOTHING, plainTurns } from '../common/plain-turns.ts'
import { host, lastQuestion, parameters } from './host.ts'

/** Writes everything except the library, which the channel names. @throws RequestRefused */
export function writeRequest(
  request: CanonicalRequest,
  { model }: WriteRequestContext,
): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  refuseTools(request, host, losses)
  const turns = plainTurns(request, host, losses)
  const last = turns.findLast(({ role }) => role === 'user')
  if (turns.some(turn => turn !== last)) note(losses, lastQuestion)
  const body = {
    model,
    query: last?.text || NOTHING,
    ...plainParameters(request, host, parameters, losses),
    stream: request.stream,
  }
  return { body, losses }
}
