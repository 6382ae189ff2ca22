import type { CanonicalRequest } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { plainParameters, refuseTools } from '../common/plain-request.ts'
import { NOTHING, plainTurns } from '../common/plain-turns.ts'
import { host, onePrompt, parameters } from './host.ts'

/** Writes everything except the model, which the address names. @throws RequestRefused */
export function writeRequest(request: CanonicalRequest): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  refuseTools(request, host, losses)
  const turns = plainTurns(request, host, losses)
  if (turns.some(({ role }) => role !== 'user') || turns.length > 1) note(losses, onePrompt)
  const { own, extras } = splitOwn(request)
  const body = {
    prompt: turns.map(({ text }) => text).join('\n\n') || NOTHING,
    // a completion continues the prompt; a chat template would make the model answer it
    raw: true,
    ...plainParameters({ ...request, extras }, host, parameters, losses),
    ...own,
    stream: request.stream,
  }
  return { body, losses }
}

/** Cloudflare's own members that Completions clients may send. */
const OWN: readonly string[] = ['raw', 'lora']

function splitOwn({ dialect, extras }: CanonicalRequest): { own: JsonObject; extras: JsonObject } {
  if (dialect !== 'openai-completions') return { own: {}, extras }
  const { own = [], others = [] } = Object.groupBy(Object.entries(extras), ([name]) =>
    OWN.includes(name) ? 'own' : 'others',
  )
  return { own: Object.fromEntries(own), extras: Object.fromEntries(others) }
}
