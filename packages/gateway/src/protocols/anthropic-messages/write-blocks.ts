import { Buffer } from 'node:buffer'
import { customArguments } from '../../canonical/custom-tools.ts'
import { parseExact } from '../../canonical/exact-json.ts'
import type {
  CacheMark,
  MediaPart,
  Part,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from '../../canonical/parts.ts'
import { fitId } from '../../canonical/tool-ids.ts'
import { asObject, asText, type JsonObject } from '../../raw/json.ts'
import { note, refusal } from '../common/limits.ts'
import { type Loss, loseOpaque, loseSignature, RequestRefused, refuseStored } from '../common/losses.ts'
import { sniffMime } from '../common/media.ts'
import { limits } from './limits.ts'

const ID_RULE = { maxLength: 128, forbidden: /[^a-zA-Z0-9_-]/g }

/** Writes parts of a conversation as blocks, for an upstream that opens the signatures of one family. */
export class BlockWriter {
  constructor(
    private readonly origin: string,
    private readonly losses: Loss[],
  ) {}

  write(part: Part, isAssistant: boolean): JsonObject[] {
    switch (part.type) {
      case 'text':
        return this.text(part)
      case 'media':
        if (!isAssistant) return [this.media(part)]
        note(this.losses, limits.assistantMedia)
        return []
      case 'reasoning':
        return this.reasoning(part)
      case 'tool-call':
        return [this.call(part)]
      case 'tool-result':
        return [this.result(part)]
      case 'opaque':
        if (part.dialect === 'anthropic-messages') return [{ ...asObject(part.value) }]
        loseOpaque(part, this.losses)
        return []
    }
  }

  /** Returns a plain text if that is enough. */
  writeSystem(parts: readonly Part[]): string | JsonObject[] | null {
    const blocks = parts.flatMap(part => this.write(part, false))
    const [only] = blocks
    if (!only) return null
    const isPlain = blocks.length === 1 && Object.keys(only).length === 2
    return (isPlain && asText(only.text)) || blocks
  }

  /** Empty texts are refused. */
  private text(part: TextPart): JsonObject[] {
    if (part.native?.dialect === 'anthropic-messages') return [part.native.value]
    if (part.signature) loseSignature(part.signature, this.losses)
    if (part.text.trim() === '') return []
    const citations = part.citations?.flatMap(({ native }) =>
      native?.dialect === 'anthropic-messages' ? native.value : [],
    )
    if (part.citations && citations?.length === 0) note(this.losses, limits.citationsBack)
    return [{ type: 'text', text: part.text, ...(citations?.length && { citations }), ...cacheControl(part.cache) }]
  }

  /** Other families' reasoning is sent as text: Messages takes none without its own signature. */
  private reasoning(part: ReasoningPart): JsonObject[] {
    if (part.signature?.origin === this.origin) {
      if (part.redacted) return [{ type: 'redacted_thinking', data: part.signature.value }]
      return [{ type: 'thinking', thinking: part.text, signature: part.signature.value }]
    }
    if (part.signature) loseSignature(part.signature, this.losses)
    if (part.text.trim() === '') return []
    note(this.losses, limits.reasoningBack)
    return [{ type: 'text', text: `<thinking>\n${part.text}\n</thinking>` }]
  }

  private call(part: ToolCallPart): JsonObject {
    if (part.signature) loseSignature(part.signature, this.losses)
    const input = this.input(part.custom ? customArguments(part.arguments) : part.arguments)
    return { type: 'tool_use', id: fitId(part.id, ID_RULE), name: part.name, input, ...cacheControl(part.cache) }
  }

  private input(json: string): JsonObject {
    if (json.trim() === '') return {}
    const input = tryParseExact(json)
    if (input) return input
    note(this.losses, limits.badArguments)
    return { arguments: json }
  }

  private result(part: ToolResultPart): JsonObject {
    const content = part.parts.flatMap(inner => this.write(inner, false))
    return {
      type: 'tool_result',
      tool_use_id: fitId(part.id, ID_RULE),
      content,
      ...(part.isError && { is_error: true }),
      ...cacheControl(part.cache),
    }
  }

  private media(part: MediaPart): JsonObject {
    if (part.detail !== undefined && part.detail !== 'auto') note(this.losses, limits.imageDetail)
    const { source } = part
    const mime = part.mime ?? (source.type === 'data' ? sniffMime(source.base64) : null)
    const isImage = part.kind === 'image' || mime?.startsWith('image/')
    if (part.kind === 'audio' || part.kind === 'video')
      throw refusal(limits[part.kind === 'audio' ? 'refusedAudio' : 'refusedVideo'])
    return {
      type: isImage ? 'image' : 'document',
      source: isImage ? imageSource(part, mime) : documentSource(part, mime),
      ...(part.name && !isImage && { title: part.name }),
      ...(part.native?.dialect === 'anthropic-messages' && part.native.value),
      ...cacheControl(part.cache),
    }
  }
}

function imageSource({ source }: MediaPart, mime: string | null): JsonObject {
  if (source.type === 'data') return { type: 'base64', media_type: mime ?? 'image/png', data: source.base64 }
  if (source.type === 'url') return { type: 'url', url: source.url }
  if (source.type === 'stored') return storedSource(source)
  throw new RequestRefused('an image cannot be text')
}

function documentSource({ source }: MediaPart, mime: string | null): JsonObject {
  switch (source.type) {
    case 'url':
      return { type: 'url', url: source.url }
    case 'stored':
      return storedSource(source)
    case 'text':
      return { type: 'text', media_type: 'text/plain', data: source.text }
    case 'data':
      if (mime === 'application/pdf' || mime === null) {
        return { type: 'base64', media_type: 'application/pdf', data: source.base64 }
      }
      if (!isText(mime)) throw refusal(limits.fileType)
      return { type: 'text', media_type: 'text/plain', data: Buffer.from(source.base64, 'base64').toString() }
  }
}

function storedSource(source: { origin: string; id: string }): JsonObject {
  if (source.origin === 'anthropic') return { type: 'file', file_id: source.id }
  throw refuseStored(source.origin)
}

const isText = (mime: string) => mime.startsWith('text/') || /[/+](json|xml|yaml|javascript)$/.test(mime)

const cacheControl = (mark: CacheMark | undefined): JsonObject =>
  mark ? { cache_control: { type: 'ephemeral', ...mark } } : {}

function tryParseExact(json: string): JsonObject | null {
  try {
    return asObject(parseExact(json))
  } catch {
    return null
  }
}
