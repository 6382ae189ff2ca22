import type {
  CacheMark,
  MediaPart,
  Part,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from '../../canonical/parts.ts'
import type { Turn } from '../../canonical/request.ts'
import type { Signature } from '../../canonical/signature.ts'
import { fitId, type IdRule } from '../../canonical/tool-ids.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, loseMembers, loseOpaque, loseSignature, refuseStored } from '../common/losses.ts'
import { toAddress } from '../common/media.ts'
import { pairedTurns } from '../common/tool-results.ts'
import { limits } from './limits.ts'
import type { ChatRequestContext } from './quirks.ts'
import { writeDetails } from './reasoning-details.ts'

/** Returns the conversation as `messages`. A turn with tool results becomes several. */
export function writeMessages(turns: readonly Turn[], context: ChatRequestContext, losses: Loss[]): JsonObject[] {
  const writer = new MessageWriter(context, losses)
  return pairedTurns(turns, losses).flatMap(turn => writer.write(turn))
}

/** https://platform.openai.com/docs/api-reference/chat/create: longer ids are refused. */
const ID_RULE = { maxLength: 64, forbidden: /[^\x21-\x7e]/g }

/** Writes turns for one host. */
class MessageWriter {
  private readonly idRule: IdRule

  constructor(
    private readonly context: ChatRequestContext,
    private readonly losses: Loss[],
  ) {
    this.idRule = context.quirks?.callIds ?? ID_RULE
  }

  write(turn: Turn): JsonObject[] {
    const named = turn.name === undefined ? {} : { name: turn.name }
    if (turn.role === 'assistant') return [{ role: 'assistant', ...named, ...this.assistant(turn.parts) }]
    const results = turn.parts.filter(part => part.type === 'tool-result')
    // a tool message holds only text, so a tool's media follow in a user message
    const shown = results.flatMap(result => result.parts.filter(part => part.type === 'media'))
    const contentParts = [...shown, ...turn.parts.filter(part => part.type !== 'tool-result')]
    const messages = results.map(result => this.result(result))
    if (contentParts.length === 0 && results.length > 0) return messages
    const role = turn.role === 'developer' && this.context.quirks?.systemOnly ? 'system' : turn.role
    return [...messages, { role, ...named, content: this.content(contentParts) }]
  }

  private result(result: ToolResultPart): JsonObject {
    if (result.isError) note(this.losses, limits.errorFlag)
    const texts = result.parts.filter(part => part.type === 'text')
    const shows = result.parts.some(part => part.type === 'media')
    if (shows) note(this.losses, limits.resultMedia)
    for (const part of result.parts) {
      if (part.type === 'opaque') loseOpaque(part, this.losses)
    }
    const content = this.content(shows && texts.length === 0 ? [SHOWN_BELOW] : texts)
    return { role: 'tool', tool_call_id: fitId(result.id, this.idRule), content, ...this.cacheControl(result.cache) }
  }

  private assistant(parts: readonly Part[]): JsonObject {
    const calls = parts.filter(part => part.type === 'tool-call')
    const refusals = parts.filter(part => part.type === 'text' && part.refusal)
    const contentParts = parts.filter(part => part.type === 'text' && !part.refusal)
    const others = parts.filter(part => part.type === 'media' || part.type === 'opaque')
    const signature = parts.flatMap(part => (part.type === 'text' && part.signature ? part.signature : [])).at(-1)
    if (parts.some(part => part.type === 'text' && part.citations)) note(this.losses, limits.citationsBack)
    const reasoning = parts.filter(part => part.type === 'reasoning')
    const thoughts = this.thoughts(reasoning)
    const content = contentParts.length > 0 ? this.content(contentParts) : calls.length > 0 ? null : ''
    return {
      content: thoughts.length > 0 ? [...thoughts, ...this.content(contentParts, true)] : content,
      ...this.reasoning(reasoning),
      ...(refusals.length > 0 && { refusal: refusals.map(part => (part as TextPart).text).join('') }),
      ...(calls.length > 0 && { tool_calls: calls.map(call => this.call(call)) }),
      ...this.extraContent(signature),
      ...this.assistantMedia(others),
    }
  }

  private call(call: ToolCallPart): JsonObject {
    const id = fitId(call.id, this.idRule)
    const own = this.extraContent(call.signature)
    if (call.custom) return { id, type: 'custom', custom: { name: call.name, input: call.arguments }, ...own }
    return { id, type: 'function', function: { name: call.name, arguments: call.arguments || '{}' }, ...own }
  }

  private reasoning(parts: readonly ReasoningPart[]): JsonObject {
    const back = this.context.quirks?.reasoningBack ?? 'both'
    const text = parts.map(part => part.text).join('')
    const sealed = parts.some(part => part.signature)
    if (parts.length > 0 && back === 'none') note(this.losses, limits.reasoningBack)
    if (sealed && (back === 'content' || back === 'parts')) note(this.losses, limits.signatureBack)
    return {
      ...(text && (back === 'both' || back === 'content') && { reasoning_content: text }),
      ...(sealed && (back === 'both' || back === 'details') && { reasoning_details: parts.flatMap(writeDetails) }),
    }
  }

  /** Keeps thoughts in their places in the text. https://docs.mistral.ai/capabilities/reasoning */
  private thoughts(parts: readonly ReasoningPart[]): JsonObject[] {
    if (this.context.quirks?.reasoningBack !== 'parts') return []
    return parts.flatMap(({ text }) => (text ? [{ type: 'thinking', thinking: [{ type: 'text', text }] }] : []))
  }

  /** Sent only to the family that made it, because others cannot use it. */
  private extraContent(signature: Signature | undefined): JsonObject {
    if (!signature) return {}
    if (signature.origin === this.context.origin)
      return { extra_content: { [signature.origin]: { thought_signature: signature.value } } }
    loseSignature(signature, this.losses)
    return {}
  }

  /** A model's media are returned only by id, because an assistant message can hold no other media. */
  private assistantMedia(parts: readonly Part[]): JsonObject {
    for (const part of parts) {
      if (part.type === 'media' && part.source.type === 'stored' && part.kind === 'audio')
        return { audio: { id: part.source.id } }
      if (part.type === 'opaque') loseOpaque(part, this.losses)
      else note(this.losses, limits.assistantMedia)
    }
    return {}
  }

  /** Returns a plain text if that is enough, otherwise a list of parts. */
  private content(parts: readonly Part[]): string | JsonObject[]
  private content(parts: readonly Part[], asList: true): JsonObject[]
  private content(parts: readonly Part[], asList?: true): string | JsonObject[] {
    const keepsMarks = this.context.quirks?.cacheControl === true
    if (!keepsMarks && parts.some(part => 'cache' in part && part.cache)) {
      note(this.losses, limits.marks)
    }
    const isPlain = parts.every(part => part.type === 'text' && !(keepsMarks && part.cache))
    if (!asList && isPlain && parts.length <= 1) return parts.map(part => (part as TextPart).text).join('')
    const written = parts.flatMap(part => this.contentPart(part))
    return written.length > 0 || asList ? written : ''
  }

  private contentPart(part: Part): JsonObject[] {
    if (part.type === 'text') return [{ type: 'text', text: part.text, ...this.cacheControl(part.cache) }]
    if (part.type === 'media') return [{ ...this.media(part), ...this.cacheControl(part.cache) }]
    if (part.type === 'opaque' && part.dialect === 'openai-chat') return [part.value as JsonObject] // this dialect read it
    if (part.type === 'opaque') loseOpaque(part, this.losses)
    return []
  }

  private media(part: MediaPart): JsonObject {
    if (part.native) loseMembers('media ', part.native.value, part.native.dialect, this.losses)
    if (part.source.type === 'stored') {
      if (part.kind !== 'file') note(this.losses, limits.mediaKind)
      return storedFile(part, part.source.origin, part.source.id)
    }
    if (part.source.type === 'text') {
      note(this.losses, limits.textFile)
      return { type: 'text', text: part.source.text }
    }
    const address = toAddress(part) ?? ''
    switch (part.kind) {
      case 'image':
        return { type: 'image_url', image_url: { url: this.pictureUrl(part, address), ...this.detail(part) } }
      case 'video':
        return { type: 'video_url', video_url: { url: address } }
      case 'audio':
        // OpenAI's own hosts take audio only as data, vLLM's also by address
        if (part.source.type === 'url') return { type: 'audio_url', audio_url: { url: address } }
        return { type: 'input_audio', input_audio: { data: part.source.base64, format: audioFormat(part.mime) } }
      case 'file':
        if (this.context.quirks?.documentUrl) {
          if (part.name) note(this.losses, limits.fileName)
          return { type: 'document_url', document_url: address }
        }
        // OpenAI's own hosts take only data, OpenRouter's an address in its place
        return { type: 'file', file: { ...writeFileName(part), file_data: address } }
    }
  }

  private pictureUrl({ source }: MediaPart, address: string): string {
    return source.type === 'data' && this.context.quirks?.barePictures ? source.base64 : address
  }

  private detail({ detail }: MediaPart): JsonObject {
    if (!detail) return {}
    if (DETAILS.has(detail)) return { detail }
    note(this.losses, limits.imageDetail)
    return { detail: 'high' }
  }

  private cacheControl(mark: CacheMark | undefined): JsonObject {
    return mark && this.context.quirks?.cacheControl ? { cache_control: { type: 'ephemeral', ...mark } } : {}
  }
}

const SHOWN_BELOW: TextPart = { type: 'text', text: '(shown in the next message)' }

function storedFile(part: MediaPart, origin: string, id: string): JsonObject {
  if (origin !== 'openai') throw refuseStored(origin)
  return { type: 'file', file: { file_id: id, ...(part.name && { filename: part.name }) } }
}

/** Chat's levels of image detail. https://platform.openai.com/docs/guides/images-vision */
const DETAILS: ReadonlySet<string> = new Set(['auto', 'low', 'high'])

const audioFormat = (mime: string | null) => (mime === 'audio/mpeg' ? 'mp3' : (mime?.split('/')[1] ?? 'wav'))

/** Files given as data must have a name. */
function writeFileName(part: MediaPart): JsonObject {
  if (part.name) return { filename: part.name }
  if (part.source.type === 'url') return {}
  return { filename: `file.${part.mime?.split('/')[1]?.replace(/[^a-z0-9].*/, '') ?? 'pdf'}` }
}
