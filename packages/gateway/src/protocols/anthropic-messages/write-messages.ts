import type { CanonicalRequest } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteRequestContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { asUserTurn, isSystem, splitSystem } from '../common/system-turns.ts'
import { pairedTurns } from '../common/tool-results.ts'
import { limits } from './limits.ts'
import { takesSystemTurns } from './models.ts'
import { BlockWriter } from './write-blocks.ts'

/** Returns the leading system text, and the messages of user and assistant in turn. */
export function writeMessages(
  request: CanonicalRequest,
  context: WriteRequestContext,
  losses: Loss[],
): { system: string | JsonObject[] | null; messages: JsonObject[] } {
  const { leading, rest } = splitSystem(request.turns)
  const paired = pairedTurns(rest, losses)
  const writer = new BlockWriter(context.origin ?? 'anthropic', losses)
  const turns = takesSystemTurns(context.model) ? paired : paired.map(turn => asUserTurn(turn, losses))
  if (request.turns.some(turn => turn.name !== undefined)) note(losses, limits.speaker)

  const messages: Message[] = []
  for (const turn of turns) {
    const role = isSystem(turn) ? 'system' : turn.role
    const content = turn.parts.flatMap(part => writer.write(part, role === 'assistant'))
    const last = messages.at(-1)
    if (last?.role === role) last.content.push(...content)
    else messages.push({ role, content })
  }
  const system = writer.writeSystem(leading.flatMap(turn => turn.parts))
  return { system, messages: complete(messages) }
}

interface Message extends JsonObject {
  role: string
  content: JsonObject[]
}

/** Messages requires a user first and no message without content. */
function complete(messages: Message[]): Message[] {
  const filled = messages.map(message => ({ ...message, content: resultsFirst(message.content) }))
  const [first] = filled
  if (!first || first.role === 'assistant') filled.unshift({ role: 'user', content: [NOTHING] })
  return filled.map(message => (message.content.length > 0 ? message : { ...message, content: [NOTHING] }))
}

const NOTHING = { type: 'text', text: '...' }

const resultsFirst = (content: JsonObject[]): JsonObject[] => [
  ...content.filter(block => block.type === 'tool_result'),
  ...content.filter(block => block.type !== 'tool_result'),
]
