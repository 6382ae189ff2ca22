import { Buffer } from 'node:buffer'
import { customArguments } from '../../canonical/custom-tools.ts'
import { parseExact } from '../../canonical/exact-json.ts'
import type { Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart } from '../../canonical/parts.ts'
import { fitId } from '../../canonical/tool-ids.ts'
import { asObject, type JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseOpaque, loseSignature } from '../common/losses.ts'
import { cachePoint } from './cache-points.ts'
import { limits } from './limits.ts'
import { opensSignatures } from './models.ts'
import { MediaWriter } from './write-media.ts'

const ID_RULE = { maxLength: 64, forbidden: /[^a-zA-Z0-9_.:-]/g }

/** Writes parts of a conversation as blocks, for one model. */
export class BlockWriter {
  private readonly media: MediaWriter

  constructor(
    private readonly model: string,
    private readonly losses: Loss[],
  ) {
    this.media = new MediaWriter(losses)
  }

  write(part: Part, isAssistant: boolean): JsonObject[] {
    const blocks = this.block(part, isAssistant)
    const point = 'cache' in part && blocks.length > 0 ? cachePoint(part.cache, this.model, this.losses) : []
    // none may directly follow a document
    return blocks[0]?.document ? [...point, ...blocks] : [...blocks, ...point]
  }

  writeSystem(part: Part): JsonObject[] {
    if (part.type === 'text') return this.write(part, false)
    note(this.losses, limits.systemMedia)
    return []
  }

  private block(part: Part, isAssistant: boolean): JsonObject[] {
    switch (part.type) {
      case 'text':
        return this.text(part)
      case 'media':
        if (!isAssistant) return [this.media.write(part)]
        note(this.losses, limits.assistantMedia)
        return []
      case 'reasoning':
        return this.reasoning(part)
      case 'tool-call':
        return [this.call(part)]
      case 'tool-result':
        return [this.result(part)]
      case 'opaque':
        loseOpaque(part, this.losses)
        return []
    }
  }

  /** Empty texts are refused. */
  private text(part: TextPart): JsonObject[] {
    if (part.signature) loseSignature(part.signature, this.losses)
    if (part.citations) note(this.losses, limits.citationsBack)
    return part.text.trim() === '' ? [] : [{ text: part.text }]
  }

  /** Other families' reasoning is sent as text: Claude takes none without its own signature, and other models take none at all. */
  private reasoning(part: ReasoningPart): JsonObject[] {
    const { signature, text } = part
    if (signature?.origin === 'anthropic' && opensSignatures(this.model)) {
      const content = part.redacted
        ? { redactedContent: Buffer.from(signature.value, 'latin1').toString('base64') }
        : { reasoningText: { text, signature: signature.value } }
      return [{ reasoningContent: content }]
    }
    if (signature) loseSignature(signature, this.losses)
    if (text.trim() === '') return []
    note(this.losses, limits.reasoningBack)
    return [{ text: `<thinking>\n${text}\n</thinking>` }]
  }

  private call(part: ToolCallPart): JsonObject {
    if (part.signature) loseSignature(part.signature, this.losses)
    const input = this.input(part.custom ? customArguments(part.arguments) : part.arguments)
    return { toolUse: { toolUseId: fitId(part.id, ID_RULE), name: part.name, input } }
  }

  private input(json: string): JsonObject {
    if (json.trim() === '') return {}
    const input = tryParseExact(json)
    if (input) return input
    note(this.losses, limits.badArguments)
    return { arguments: json }
  }

  private result(part: ToolResultPart): JsonObject {
    if (part.parts.some(inner => 'cache' in inner && inner.cache)) note(this.losses, limits.resultMarks)
    const content = part.parts.flatMap(inner => this.block(inner, false))
    return {
      toolResult: {
        toolUseId: fitId(part.id, ID_RULE),
        content: content.length > 0 ? content : [NOTHING],
        status: part.isError ? 'error' : 'success',
      },
    }
  }
}

const NOTHING = { text: '...' }

function tryParseExact(json: string): JsonObject | null {
  try {
    return asObject(parseExact(json))
  } catch {
    return null
  }
}
