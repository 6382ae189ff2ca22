import { customArguments } from '../../canonical/custom-tools.ts'
import type { MediaPart, Part, ToolCallPart, ToolResultPart } from '../../canonical/parts.ts'
import type { CanonicalRequest, Turn } from '../../canonical/request.ts'
import { note, refusal } from './limits.ts'
import { type Loss, loseMembers, loseOpaque, loseSignature, refuseStored } from './losses.ts'
import { type PlainHost, type PlainLimits, plainLimits, REFUSALS } from './plain-limits.ts'
import { asUserTurn, splitSystem } from './system-turns.ts'
import { pairedTurns } from './tool-results.ts'

/** A turn for hosts with simple wire formats: one text, and the other content they take. */
export interface PlainTurn {
  role: 'system' | 'user' | 'assistant' | 'tool'
  text: string
  media: MediaPart[]
  calls: ToolCallPart[]
  /** The call that a tool's turn answers. */
  callId?: string
}

/**
 * Returns a conversation in turns of text; content the host cannot take is lost, or put into the text.
 *
 * @throws RequestRefused
 */
export function plainTurns(request: CanonicalRequest, host: PlainHost, losses: Loss[]): PlainTurn[] {
  const limits = plainLimits(host.name)
  if (request.turns.some(turn => turn.name !== undefined)) note(losses, limits.speaker)
  const { leading, rest } = splitSystem(pairedTurns(request.turns, losses))
  const turns = [...leading, ...rest.map(turn => (host.laterSystem ? turn : asUserTurn(turn, losses)))]
  return turns.flatMap(turn => readTurn(turn, host, limits, losses)).filter(saysAnything)
}

const saysAnything = ({ role, text, media, calls }: PlainTurn): boolean =>
  role === 'tool' || text !== '' || media.length > 0 || calls.length > 0

function readTurn(turn: Turn, host: PlainHost, limits: PlainLimits, losses: Loss[]): PlainTurn[] {
  for (const part of turn.parts) if ('cache' in part && part.cache) note(losses, limits.marks)
  const results = turn.parts.filter(part => part.type === 'tool-result')
  const role = turn.role === 'developer' ? 'system' : turn.role
  const plain: PlainTurn = { role, text: '', media: [], calls: [] }
  const answers = host.tools ? results.map(result => readResult(result, plain, host, limits, losses)) : []
  const parts = host.tools ? turn.parts.filter(part => part.type !== 'tool-result') : turn.parts
  const read = (part: Part): string => readPart(part, plain, host, limits, losses)
  plain.text = parts.map(read).join('')
  return [...answers, plain]
}

/** Media in a tool's result follow in a user turn, in `after`. */
function readResult(
  { id, parts, isError }: ToolResultPart,
  after: PlainTurn,
  host: PlainHost,
  limits: PlainLimits,
  losses: Loss[],
): PlainTurn {
  if (isError) note(losses, limits.errorFlag)
  if (parts.some(part => part.type === 'media')) note(losses, limits.resultMedia)
  const text = parts.map(part => readPart(part, after, host, limits, losses)).join('')
  return { role: 'tool', text, media: [], calls: [], callId: id }
}

/** Returns a part's text; its media and calls are added to the turn. */
function readPart(part: Part, turn: PlainTurn, host: PlainHost, limits: PlainLimits, losses: Loss[]): string {
  if ('signature' in part && part.signature) loseSignature(part.signature, losses)
  switch (part.type) {
    case 'text':
      if (part.citations) note(losses, limits.citationsBack)
      return part.text
    case 'reasoning':
      if (part.text) note(losses, limits.reasoningBack)
      return ''
    case 'media':
      return readMedia(part, turn, host, limits, losses)
    case 'opaque':
      loseOpaque(part, losses)
      return ''
    case 'tool-call':
      if (host.tools) {
        turn.calls.push(part.custom ? { ...part, arguments: customArguments(part.arguments) } : part)
        return ''
      }
      note(losses, limits.toolUse)
      return `<tool_call name="${part.name}">${part.arguments}</tool_call>`
    case 'tool-result': {
      note(losses, limits.toolUse)
      if (part.isError) note(losses, limits.errorFlag)
      const said = part.parts.map(inner => readPart(inner, turn, host, limits, losses)).join('')
      return `<tool_result>${said}</tool_result>`
    }
  }
}

function readMedia(part: MediaPart, turn: PlainTurn, host: PlainHost, limits: PlainLimits, losses: Loss[]): string {
  if (part.native) loseMembers('media ', part.native.value, part.native.dialect, losses)
  if (part.source.type === 'text') {
    note(losses, limits.textFile)
    return part.source.text
  }
  if (turn.role === 'assistant') {
    note(losses, limits.assistantMedia)
    return ''
  }
  if (!host.media?.includes(part.kind)) throw refusal(limits[REFUSALS[part.kind]])
  if (part.source.type === 'stored' && part.source.origin !== host.id) throw refuseStored(part.source.origin)
  turn.media.push(part)
  return ''
}

/** Placeholder for hosts that refuse an empty text. */
export const NOTHING = '...'

/** Returns turns that alternate between roles, with a user's first and last, as some hosts require. */
export function alternating(turns: readonly PlainTurn[]): PlainTurn[] {
  const joined: PlainTurn[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    if (last?.role !== turn.role || turn.role === 'tool') joined.push(turn)
    else joined[joined.length - 1] = join(last, turn)
  }
  const filler: PlainTurn = { role: 'user', text: NOTHING, media: [], calls: [] }
  if (joined[0]?.role !== 'user') joined.unshift(filler)
  if (joined.at(-1)?.role === 'assistant') joined.push(filler)
  return joined
}

/** Returns turns without system turns, for hosts that have none: the system's text comes before the first question. */
export function withoutSystem(turns: readonly PlainTurn[], limit: Loss, losses: Loss[]): PlainTurn[] {
  const system = turns.filter(({ role }) => role === 'system')
  const rest = turns.filter(({ role }) => role !== 'system')
  if (system.length === 0) return rest
  note(losses, limit)
  const first: PlainTurn = rest[0]?.role === 'user' ? rest[0] : { role: 'user', text: '', media: [], calls: [] }
  const text = [...system, first].map(turn => turn.text).filter(said => said !== '')
  const told = { ...first, text: text.join('\n\n'), media: [...system.flatMap(({ media }) => media), ...first.media] }
  return [told, ...rest.slice(rest[0] === first ? 1 : 0)]
}

const join = (one: PlainTurn, other: PlainTurn): PlainTurn => ({
  ...one,
  text: [one.text, other.text].filter(text => text !== '').join('\n\n'),
  media: [...one.media, ...other.media],
  calls: [...one.calls, ...other.calls],
})
