import { customArguments } from '../../canonical/custom-tools.ts'
import type { MediaPart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart } from '../../canonical/parts.ts'
import type { Turn } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note, refusal } from '../common/limits.ts'
import { type Loss, loseMembers, loseOpaque, loseSignature, refuseStored } from '../common/losses.ts'
import { toAddress } from '../common/media.ts'
import { pairedTurns } from '../common/tool-results.ts'
import { limits } from './limits.ts'
import { thinks } from './models.ts'

/** Returns the conversation as `messages`. A turn with tool results becomes several. */
export function writeMessages(turns: readonly Turn[], model: string, losses: Loss[]): JsonObject[] {
  const writer = new MessageWriter(model, losses)
  if (turns.some(turn => turn.name !== undefined)) note(losses, limits.speaker)
  return pairedTurns(turns, losses).flatMap(turn => writer.write(turn))
}

/** Cohere refuses an empty message. */
const NOTHING = '...'

class MessageWriter {
  constructor(
    private readonly model: string,
    private readonly losses: Loss[],
  ) {}

  write(turn: Turn): JsonObject[] {
    for (const part of turn.parts) if ('cache' in part && part.cache) note(this.losses, limits.marks)
    if (turn.role === 'assistant') return [{ role: 'assistant', ...this.assistant(turn.parts) }]
    const results = turn.parts.filter(part => part.type === 'tool-result')
    // a tool message holds only text, so a tool's media follow in a user message
    const shown = results.flatMap(result => result.parts.filter(part => part.type === 'media'))
    const contentParts = [...shown, ...turn.parts.filter(part => part.type !== 'tool-result')]
    const messages = results.map(result => this.result(result))
    if (contentParts.length === 0 && results.length > 0) return messages
    const role = turn.role === 'developer' ? 'system' : turn.role
    return [...messages, { role, content: this.content(contentParts) }]
  }

  private result(result: ToolResultPart): JsonObject {
    if (result.isError) note(this.losses, limits.errorFlag)
    if (result.parts.some(part => part.type === 'media')) note(this.losses, limits.resultMedia)
    const contentParts = result.parts.filter(part => part.type !== 'media')
    return { role: 'tool', tool_call_id: result.id, content: this.content(contentParts) }
  }

  private assistant(parts: readonly Part[]): JsonObject {
    const calls = parts.filter(part => part.type === 'tool-call')
    const reasoning = this.reasoning(parts, calls.length > 0)
    const contentParts = parts.filter(part => part.type !== 'tool-call' && part.type !== 'reasoning')
    const written = contentParts.flatMap(part => this.saidByModel(part))
    const { thinking, ...plan } = reasoning
    const content = [...(thinking ? [{ type: 'thinking', thinking }] : []), ...written]
    return {
      ...(content.length > 0 ? { content } : calls.length === 0 && { content: NOTHING }),
      ...plan,
      ...(calls.length > 0 && { tool_calls: calls.map(call => this.call(call)) }),
    }
  }

  /** Before calls it is their plan; otherwise it is thinking, for models that think. */
  private reasoning(parts: readonly Part[], calls: boolean): { tool_plan?: string; thinking?: string } {
    const reasoning = parts.filter((part): part is ReasoningPart => part.type === 'reasoning')
    for (const { signature } of reasoning) if (signature) loseSignature(signature, this.losses)
    const text = reasoning.map(part => part.text).join('')
    if (!text) return {}
    if (calls) return { tool_plan: text }
    if (thinks(this.model)) return { thinking: text }
    note(this.losses, limits.reasoningBack)
    return {}
  }

  private saidByModel(part: Part): JsonObject[] {
    if (part.type !== 'media') return this.block(part)
    note(this.losses, limits.assistantMedia)
    return []
  }

  private call(call: ToolCallPart): JsonObject {
    if (call.signature) loseSignature(call.signature, this.losses)
    const written = call.custom ? customArguments(call.arguments) : call.arguments || '{}'
    return { id: call.id, type: 'function', function: { name: call.name, arguments: written } }
  }

  /** Returns a plain text if that is enough, otherwise a list of blocks. */
  private content(parts: readonly Part[]): string | JsonObject[] {
    const blocks = parts.flatMap(part => this.block(part))
    const [only] = blocks
    if (!only) return NOTHING
    return blocks.length === 1 && only.type === 'text' ? String(only.text) : blocks
  }

  private block(part: Part): JsonObject[] {
    if (part.type === 'text') return this.text(part)
    if (part.type === 'media') return [this.media(part)]
    if (part.type === 'opaque') loseOpaque(part, this.losses)
    return []
  }

  private text(part: TextPart): JsonObject[] {
    if (part.signature) loseSignature(part.signature, this.losses)
    if (part.citations) note(this.losses, limits.citationsBack)
    return part.text === '' ? [] : [{ type: 'text', text: part.text }]
  }

  private media(part: MediaPart): JsonObject {
    if (part.native) loseMembers('media ', part.native.value, part.native.dialect, this.losses)
    if (part.source.type === 'text') {
      note(this.losses, limits.textFile)
      return { type: 'text', text: part.source.text }
    }
    if (part.source.type === 'stored') throw refuseStored(part.source.origin)
    if (part.kind !== 'image') throw refusal(REFUSED[part.kind])
    const detail = part.detail === undefined ? {} : { detail: part.detail }
    return { type: 'image_url', image_url: { url: toAddress(part) ?? '', ...detail } }
  }
}

const REFUSED = { audio: limits.refusedAudio, video: limits.refusedVideo, file: limits.refusedFile }
