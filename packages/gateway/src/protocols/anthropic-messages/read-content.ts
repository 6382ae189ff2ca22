import type {
  CacheMark,
  Citation,
  MediaPart,
  MediaSource,
  Part,
  TextPart,
  ToolResultPart,
} from '../../canonical/parts.ts'
import { splitSignedId, UNSIGNED, unwrapSignature } from '../../canonical/signature.ts'
import { signTexts } from '../../canonical/text-signatures.ts'
import { asArray, asObject, asObjects, asText, type JsonObject, lookUp, typeOf } from '../../raw/json.ts'
import { kindOfMime } from '../common/media.ts'
import { isSealedHere, readSearch } from './search-results.ts'

/** Returns the parts of a message's `content`: a text, or a list of blocks. */
export function readContent(content: unknown): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return signTexts(asObjects(content).map(readBlock))
}

type BlockReader = (block: JsonObject) => Part | null

const READERS: Readonly<Record<string, BlockReader>> = {
  text: readText,
  image: block => readMedia(block, 'image'),
  document: block => readMedia(block, 'file'),
  thinking: block => {
    const signature = asText(block.signature)
    const isSigned = signature !== null && signature !== UNSIGNED
    const partSignature = isSigned ? { signature: unwrapSignature(signature, 'anthropic') } : {}
    return { type: 'reasoning', text: asText(block.thinking) ?? '', ...partSignature }
  },
  redacted_thinking: block => {
    const partSignature = unwrapSignature(asText(block.data) ?? '', 'anthropic')
    return {
      type: 'reasoning',
      text: '',
      signature: partSignature,
      ...(partSignature.origin === 'anthropic' && { redacted: true as const }),
    }
  },
  tool_use: block => {
    const { id, signature: partSignature } = splitSignedId(asText(block.id) ?? '')
    const name = asText(block.name) ?? ''
    return {
      type: 'tool-call',
      id,
      name,
      arguments: JSON.stringify(block.input ?? {}),
      ...(partSignature && { signature: partSignature }),
    }
  },
  tool_result: readResult,
  server_tool_use: readSearch,
  web_search_tool_result: readSearch,
  tool_reference: block => {
    const name = asText(block.tool_name)
    return name === null ? null : inWords(`Found; this can be called now: ${name}`, block)
  },
  // it summarizes everything before it
  compaction: block => {
    const summary = asText(block.content)
    return summary === null ? null : inWords(summary, block)
  },
}

/** A block that others cannot write, but can describe in words. */
const inWords = (text: string, block: JsonObject): TextPart => ({
  type: 'text',
  text,
  native: { dialect: 'anthropic-messages', value: block, isTold: true },
})

/** Blocks that only this dialect knows are unchanged. */
function readBlock(block: JsonObject): Part {
  const kind = typeOf(block)
  const part = lookUp(READERS, kind)?.(block) ?? { type: 'opaque', dialect: 'anthropic-messages', kind, value: block }
  const cache = cacheMark(block)
  return cache && part.type !== 'opaque' && part.type !== 'reasoning' ? { ...part, cache } : part
}

function readText(block: JsonObject): TextPart | null {
  if (typeof block.text !== 'string') return null
  const citations = asObjects(block.citations).map(readCitation)
  return { type: 'text', text: block.text, ...(citations.length > 0 && { citations }) }
}

export function readCitation(wire: JsonObject): Citation {
  // the client's own search result names its source, which need not be an address
  const url = asText(wire.url) ?? asText(wire.source)
  const title = asText(wire.title) ?? asText(wire.document_title)
  const quote = asText(wire.cited_text)
  return {
    ...(url !== null && { url }),
    ...(title !== null && { title }),
    ...(quote !== null && { quote }),
    ...(!isSealedHere(wire) && { native: { dialect: 'anthropic-messages', value: wire } }),
  }
}

function readMedia(block: JsonObject, kind: 'image' | 'file'): MediaPart | null {
  const wire = asObject(block.source)
  const source = wire && readSource(wire)
  // a document made of other blocks is more than a file
  if (!source) return null
  const mime = asText(wire.media_type)
  const name = asText(block.title)
  const value = {
    ...(asText(block.context) !== null && { context: block.context }),
    ...(asObject(block.citations) && { citations: block.citations }),
  }
  return {
    type: 'media',
    kind: kind === 'image' || mime === null ? kind : kindOfMime(mime),
    source,
    mime,
    ...(name !== null && { name }),
    ...(Object.keys(value).length > 0 && { native: { dialect: 'anthropic-messages', value } }),
  }
}

function readSource(wire: JsonObject): MediaSource | null {
  switch (wire.type) {
    case 'base64':
      return { type: 'data', base64: asText(wire.data) ?? '' }
    case 'url':
      return { type: 'url', url: asText(wire.url) ?? '' }
    case 'text':
      return { type: 'text', text: asText(wire.data) ?? '' }
    case 'file':
      return { type: 'stored', origin: 'anthropic', id: asText(wire.file_id) ?? '' }
    default:
      return null
  }
}

function readResult(block: JsonObject): ToolResultPart {
  const { id } = splitSignedId(asText(block.tool_use_id) ?? '')
  const parts = readContent(block.content).filter(
    part => part.type === 'text' || part.type === 'media' || part.type === 'opaque',
  )
  return { type: 'tool-result', id, parts, ...(block.is_error === true && { isError: true as const }) }
}

export function cacheMark(wire: JsonObject): CacheMark | null {
  const control = asObject(wire.cache_control)
  if (!control) return null
  return control.ttl === '1h' || control.ttl === '5m' ? { ttl: control.ttl } : {}
}

/** `system`: a text, or a list of text blocks. */
export const readSystem = (system: unknown): Part[] => readContent(asArray(system).length > 0 ? system : asText(system))
