import { customArguments } from '../../canonical/custom-tools.ts'
import type { MediaPart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteRequestContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseNative, loseOpaque, loseSignature } from '../common/losses.ts'
import { limits } from './limits.ts'
import { seesInResponses } from './models.ts'
import { writeArgs } from './write-args.ts'
import { isSeenInResponses, writeMedia } from './write-media.ts'
import { writeResponse } from './write-response.ts'

/** Writes parts of a conversation for an upstream that opens the signatures of one family. */
export class PartWriter {
  private readonly origin: string

  constructor(
    private readonly context: WriteRequestContext,
    private readonly losses: Loss[],
  ) {
    this.origin = context.origin ?? 'google'
  }

  /** Results of parallel calls come first and together; their media follow. */
  write(parts: readonly Part[], isModel: boolean): JsonObject[] {
    const results = parts.filter(part => part.type === 'tool-result')
    const others = parts.filter(part => part.type !== 'tool-result')
    const shownBeside = results.flatMap(result => this.shown(result).filter(part => !this.isSeenInside(part)))
    if (shownBeside.length > 0) note(this.losses, limits.resultMedia)
    return [
      ...results.map(result => this.result(result)),
      ...[...shownBeside, ...others].flatMap(part => this.part(part, isModel)),
    ]
  }

  private part(part: Part, isModel: boolean): JsonObject[] {
    if ('cache' in part && part.cache) note(this.losses, limits.marks)
    switch (part.type) {
      case 'text':
        return this.text(part)
      case 'media':
        return this.media(part, isModel)
      case 'reasoning':
        return this.reasoning(part)
      case 'tool-call':
        return [this.call(part)]
      case 'tool-result':
        return [this.result(part)]
      case 'opaque':
        if (part.dialect === 'gemini') return [part.value as JsonObject] // this dialect read it from a part
        loseOpaque(part, this.losses)
        return []
    }
  }

  private text(part: TextPart): JsonObject[] {
    if (part.citations) note(this.losses, limits.citationsBack)
    const signature = this.signature(part.signature)
    return part.text || part.signature ? this.nonEmpty({ text: part.text, ...signature, ...native(part) }) : []
  }

  /** Gemini itself signs with an empty text; without a signature, an empty text is useless. */
  private nonEmpty(part: JsonObject): JsonObject[] {
    return part.text || part.thoughtSignature ? [part] : []
  }

  private reasoning(part: ReasoningPart): JsonObject[] {
    return this.nonEmpty({ text: part.text, ...(part.text && { thought: true }), ...this.signature(part.signature) })
  }

  private call(part: ToolCallPart): JsonObject {
    const json = part.custom ? customArguments(part.arguments) : part.arguments
    const args = writeArgs(json, limits.badArguments, this.losses)
    return { functionCall: { id: part.id, name: part.name, args }, ...this.signature(part.signature), ...native(part) }
  }

  private result(result: ToolResultPart): JsonObject {
    if (result.cache) note(this.losses, limits.marks)
    for (const part of result.parts) {
      loseNative(part, 'gemini', this.losses)
      if (part.type === 'opaque') loseOpaque(part, this.losses)
    }
    const inside = this.shown(result).filter(part => this.isSeenInside(part))
    return {
      functionResponse: {
        id: result.id,
        name: result.name || result.id,
        response: writeResponse(result),
        ...(inside.length > 0 && { parts: inside.map(part => writeMedia(part, this.losses)) }),
        ...native(result),
      },
    }
  }

  private media(part: MediaPart, isModel: boolean): JsonObject[] {
    if (isModel && part.source.type === 'stored' && part.source.origin !== 'google') {
      note(this.losses, limits.assistantMedia)
      return []
    }
    return [{ ...writeMedia(part, this.losses), ...this.signature(part.signature), ...native(part) }]
  }

  private shown(result: ToolResultPart): MediaPart[] {
    return result.parts.filter(part => part.type === 'media')
  }

  private isSeenInside(part: MediaPart): boolean {
    return seesInResponses(this.context.model) && isSeenInResponses(part)
  }

  private signature(partSignature: Signature | undefined): JsonObject {
    if (!partSignature) return {}
    if (partSignature.origin === this.origin) return { thoughtSignature: partSignature.value }
    loseSignature(partSignature, this.losses)
    return {}
  }
}

const native = (part: TextPart | MediaPart | ToolCallPart | ToolResultPart): JsonObject =>
  part.native?.dialect === 'gemini' ? part.native.value : {}
