import type { Answer } from '../../canonical/answer.ts'
import { parseExact } from '../../canonical/exact-json.ts'
import type { Part, TextPart, ToolCallPart } from '../../canonical/parts.ts'
import { UNSIGNED } from '../../canonical/signature.ts'
import { forNextText } from '../../canonical/text-signatures.ts'
import { noUsage } from '../../canonical/usage.ts'
import { asObject, type JsonObject } from '../../raw/json.ts'
import type { WriteAnswerContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseNative, loseOpaque } from '../common/losses.ts'
import { mediaAsText } from '../common/media-as-text.ts'
import { writeCallId, writeCitation, writeSignature, writeSilentThought, writeStop, writeTier } from './answer-words.ts'
import { limits } from './limits.ts'
import { withSearch } from './search-results.ts'
import { writeUsage } from './write-usage.ts'

/** Writes a gathered answer as a message. */
export function writeWhole(answer: Answer, context: WriteAnswerContext): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  if (answer.others.length > 0) note(losses, limits.furtherAnswers)
  const { start, finish } = answer
  const body = {
    id: start.id || context.id,
    type: 'message',
    role: 'assistant',
    model: context.model || start.model,
    content: textLast(withSearch(answer.parts, context).flatMap(part => writeBlock(part, losses))),
    ...(finish ? writeStop(finish) : { stop_reason: null, stop_sequence: null }),
    usage: { ...writeUsage(finish?.usage ?? noUsage()), ...writeTier(start.serviceTier) },
  }
  return { body, losses }
}

/** Clients take the last block as the answer, so no empty block may follow the last text. */
function textLast(blocks: readonly JsonObject[]): JsonObject[] {
  const lastShown = blocks.findLastIndex(block => !showsNothing(block))
  if (blocks[lastShown]?.type !== 'text') return [...blocks]
  return [...blocks.slice(0, lastShown), ...blocks.slice(lastShown + 1), ...blocks.slice(lastShown, lastShown + 1)]
}

const showsNothing = ({ type, thinking }: JsonObject): boolean =>
  type === 'redacted_thinking' || (type === 'thinking' && thinking === '')

function writeBlock(part: Part, losses: Loss[]): JsonObject[] {
  loseNative(part, 'anthropic-messages', losses)
  switch (part.type) {
    case 'text':
      return [
        ...(part.signature ? [writeSilentThought(forNextText(part.signature), { redacted: true })] : []),
        writeText(part, losses),
      ]
    case 'reasoning':
      if (!part.signature) return part.text ? [{ type: 'thinking', thinking: part.text, signature: UNSIGNED }] : []
      if (!part.text) return [writeSilentThought(part.signature, part)]
      return [{ type: 'thinking', thinking: part.text, signature: writeSignature(part.signature) }]
    case 'tool-call':
      return [
        {
          type: 'tool_use',
          id: writeCallId(part.id, part.signature),
          name: part.name,
          input: writeInput(part, losses),
        },
      ]
    case 'media':
      if (part.signature) note(losses, limits.mediaSignature)
      return [{ type: 'text', text: mediaAsText(part, limits, losses) }]
    case 'opaque':
      if (part.dialect === 'anthropic-messages') return [part.value as JsonObject] // this dialect read it from a block
      loseOpaque(part, losses)
      return []
    case 'tool-result':
      return []
  }
}

function writeText(part: TextPart, losses: Loss[]): JsonObject {
  if (part.logprobs) note(losses, limits.logprobs)
  return { type: 'text', text: part.text, ...(part.citations && { citations: part.citations.map(writeCitation) }) }
}

function writeInput(part: ToolCallPart, losses: Loss[]): JsonObject {
  try {
    const input = asObject(parseExact(part.arguments || '{}'))
    if (input) return input
  } catch {
    // for example cut off by a limit
  }
  note(losses, limits.cutArguments)
  return { arguments: part.arguments }
}
