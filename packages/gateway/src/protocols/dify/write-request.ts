import type { MediaPart } from '../../canonical/parts.ts'
import type { CanonicalRequest } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { toAddress } from '../common/media.ts'
import { plainParameters, refuseTools } from '../common/plain-request.ts'
import { NOTHING, type PlainTurn, plainTurns } from '../common/plain-turns.ts'
import { flattened, host, parameters } from './host.ts'

/** Dify requires a user name; files can only be used by the user who uploaded them. */
export const NOBODY = 'tollgate'

/** A question for a chat app; other kinds of app take it under other names. @throws RequestRefused */
export function writeRequest(request: CanonicalRequest): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  refuseTools(request, host, losses)
  const turns = plainTurns(request, host, losses)
  const files = turns.flatMap(({ media }) => media).map(writeFile)
  const body = {
    inputs: {},
    query: writeQuery(turns, losses),
    response_mode: 'streaming',
    auto_generate_name: false,
    user: NOBODY,
    ...plainParameters(request, host, parameters, losses),
    ...(files.length > 0 && { files }),
  }
  return { body, losses }
}

/** A single question is sent unchanged. */
function writeQuery(turns: readonly PlainTurn[], losses: Loss[]): string {
  const [only] = turns
  if (turns.length <= 1 && (!only || only.role === 'user')) return only?.text || NOTHING
  note(losses, flattened)
  return turns.map(({ role, text }) => `${role.toUpperCase()}: ${text}`).join('\n')
}

const writeFile = (part: MediaPart): JsonObject => ({
  type: part.kind === 'file' ? 'document' : part.kind,
  ...(part.source.type === 'stored'
    ? { transfer_method: 'local_file', upload_file_id: part.source.id }
    : { transfer_method: 'remote_url', url: toAddress(part) ?? '' }),
})
