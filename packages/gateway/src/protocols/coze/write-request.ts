import type { MediaPart } from '../../canonical/parts.ts'
import type { CanonicalRequest } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { Loss } from '../common/losses.ts'
import { toAddress } from '../common/media.ts'
import { plainParameters, refuseTools } from '../common/plain-request.ts'
import { NOTHING, type PlainTurn, plainTurns, withoutSystem } from '../common/plain-turns.ts'
import { host, noSystem, parameters } from './host.ts'

/** Coze requires a user name. */
const NOBODY = 'tollgate'

/** Writes everything except the bot, which the channel names. @throws RequestRefused */
export function writeRequest(request: CanonicalRequest): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  refuseTools(request, host, losses)
  const body = {
    user_id: NOBODY,
    additional_messages: withoutSystem(plainTurns(request, host, losses), noSystem, losses).map(writeMessage),
    stream: true,
    auto_save_history: false,
    ...plainParameters(request, host, parameters, losses),
  }
  return { body, losses }
}

function writeMessage({ role, text, media }: PlainTurn): JsonObject {
  const said = text || (media.length > 0 ? '' : NOTHING)
  const parts = [...(said ? [{ type: 'text', text: said }] : []), ...media.map(writeMedia)]
  return {
    role,
    type: role === 'assistant' ? 'answer' : 'question',
    ...(media.length === 0
      ? { content: said, content_type: 'text' }
      : { content: JSON.stringify(parts), content_type: 'object_string' }),
  }
}

const writeMedia = (part: MediaPart): JsonObject => ({
  type: part.kind,
  ...(part.source.type === 'stored' ? { file_id: part.source.id } : { file_url: toAddress(part) ?? '' }),
})
