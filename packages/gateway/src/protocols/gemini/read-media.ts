import type { MediaPart, MediaSource } from '../../canonical/parts.ts'
import { asObject, asText, type JsonObject } from '../../raw/json.ts'
import { kindOfMime } from '../common/media.ts'
import { camelCased } from './camel-case.ts'

/** Reads a part's `inlineData` or `fileData`, and its other members; null: it has neither. */
export function readMedia(wire: JsonObject): { part: MediaPart; rest: JsonObject } | null {
  const { inlineData, fileData, ...rest } = wire
  const inline = asObject(inlineData)
  const file = asObject(fileData)
  const found = inline ?? file
  if (!found) return null
  const { data, fileUri, mimeType, displayName } = camelCased(found)
  const mime = asText(mimeType)
  const name = asText(displayName)
  const source: MediaSource = inline
    ? { type: 'data', base64: standardBase64(asText(data) ?? '') }
    : readAddress(asText(fileUri) ?? '')
  const kind = source.type === 'url' && mime === null && YOUTUBE.test(source.url) ? 'video' : kindOfMime(mime)
  return { part: { type: 'media', kind, source, mime, ...(name !== null && { name }) }, rest }
}

export const YOUTUBE = /^https:\/\/(www\.)?(youtube\.com|youtu\.be)\//

/** Files in Google's own stores, which only Google can open. */
const STORED = /^(gs:\/\/|files\/|https:\/\/generativelanguage\.googleapis\.com\/)/

const readAddress = (uri: string): MediaSource =>
  STORED.test(uri) ? { type: 'stored', origin: 'google', id: uri } : { type: 'url', url: uri }

/** Google accepts both alphabets of base64, with or without padding. */
function standardBase64(data: string): string {
  const isStandard = data.length % 4 === 0 && !/[-_]/.test(data)
  if (isStandard) return data
  const standard = withoutPadding(data.replaceAll('-', '+').replaceAll('_', '/'))
  return standard.padEnd(Math.ceil(standard.length / 4) * 4, '=')
}

function withoutPadding(data: string): string {
  let end = data.length
  while (data[end - 1] === '=') end--
  return data.slice(0, end)
}
