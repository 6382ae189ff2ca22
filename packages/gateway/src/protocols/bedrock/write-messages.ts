import type { CanonicalRequest } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteRequestContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { asUserTurn, splitSystem } from '../common/system-turns.ts'
import { pairedTurns } from '../common/tool-results.ts'
import { cachePoint } from './cache-points.ts'
import { limits } from './limits.ts'
import { BlockWriter } from './write-blocks.ts'

interface Message extends JsonObject {
  role: string
  content: JsonObject[]
}

/** Returns the leading system text, and the messages of user and assistant in turn. */
export function writeMessages(
  request: CanonicalRequest,
  context: WriteRequestContext,
  losses: Loss[],
): { system: JsonObject[]; messages: JsonObject[] } {
  const { leading, rest } = splitSystem(request.turns)
  const turns = pairedTurns(rest, losses).map(turn => asUserTurn(turn, losses))
  const writer = new BlockWriter(context.model, losses)
  if (request.turns.some(turn => turn.name !== undefined)) note(losses, limits.speaker)

  const messages: Message[] = []
  for (const turn of turns) {
    const role = turn.role === 'assistant' ? 'assistant' : 'user'
    const content = turn.parts.flatMap(part => writer.write(part, role === 'assistant'))
    const last = messages.at(-1)
    if (last?.role === role) last.content.push(...content)
    else messages.push({ role, content })
  }
  const all = complete(messages)
  if (request.parameters.cache) all.at(-1)?.content.push(...cachePoint(request.parameters.cache, context.model, losses))
  return { system: leading.flatMap(turn => turn.parts).flatMap(part => writer.writeSystem(part)), messages: all }
}

/** Converse requires a user first, no message without content, and text next to every document. */
function complete(messages: readonly Message[]): Message[] {
  const filled = messages.map(message => ({ ...message, content: resultsFirst(message.content) }))
  const [first] = filled
  if (!first || first.role === 'assistant') filled.unshift({ role: 'user', content: [] })
  return filled.map(message => (lacksText(message) ? { ...message, content: [...message.content, NOTHING] } : message))
}

const NOTHING = { text: '...' }

const lacksText = ({ content }: Message): boolean =>
  content.length === 0 || (content.some(block => block.document) && !content.some(block => block.text))

const resultsFirst = (content: JsonObject[]): JsonObject[] => {
  const lastResult = content.findLastIndex(block => block.toolResult)
  const ahead = content.filter((block, at) => block.toolResult || (block.cachePoint && content[at - 1]?.toolResult))
  return lastResult < 0 ? content : [...ahead, ...content.filter(block => !ahead.includes(block))]
}
