import { Buffer } from 'node:buffer'
import type { MediaPart } from '../../canonical/parts.ts'
import type { JsonObject } from '../../raw/json.ts'
import { lookUp } from '../../raw/json.ts'
import { note, refusal } from '../common/limits.ts'
import { type Loss, loseMembers, refuseStored } from '../common/losses.ts'
import { kindOfMime, sniffMime } from '../common/media.ts'
import { limits } from './limits.ts'

/** Writes the media of one request: documents need distinct names. */
export class MediaWriter {
  private readonly names = new Set<string>()

  constructor(private readonly losses: Loss[]) {}

  /** @throws RequestRefused for media that Converse does not take */
  write(part: MediaPart): JsonObject {
    if (part.detail !== undefined && part.detail !== 'auto') note(this.losses, limits.imageDetail)
    if (part.native) loseMembers('media ', part.native.value, part.native.dialect, this.losses)
    const mime = mimeOf(part)
    const kind = part.kind === 'file' ? kindOfMime(mime) : part.kind
    const source = sourceOf(part)
    if (kind !== 'file') return { [kind]: { format: formatOf(kind, mime), source } }
    return { document: { name: this.name(part), format: documentFormat(mime), source } }
  }

  /** Letters, digits, single spaces, hyphens and brackets: even a dot is refused. */
  private name(part: MediaPart): string {
    const wanted = part.name?.replace(/[^\p{L}\p{N}\s()[\]-]/gu, '-').replace(/\s+/g, ' ') || 'Document'
    let name = wanted
    for (let n = 2; this.names.has(name); n++) name = `${wanted} ${n}`
    this.names.add(name)
    if (part.name !== undefined && name !== part.name) note(this.losses, limits.fileName)
    return name
  }
}

function mimeOf(part: MediaPart): string | null {
  if (part.mime !== null) return part.mime
  if (part.source.type === 'text') return 'text/plain'
  return part.source.type === 'data' ? sniffMime(part.source.base64) : null
}

function sourceOf({ source }: MediaPart): JsonObject {
  switch (source.type) {
    case 'data':
      return { bytes: source.base64 }
    case 'text':
      return { bytes: Buffer.from(source.text).toString('base64') }
    case 'url':
      if (source.url.startsWith('s3://')) return { s3Location: { uri: source.url } }
      throw refusal(limits.mediaAddress)
    case 'stored':
      throw refuseStored(source.origin)
  }
}

/** Converse's format names that differ from the MIME subtype. */
const FORMATS: Readonly<Record<string, string>> = {
  'image/jpg': 'jpeg',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'video/x-flv': 'flv',
  'video/x-ms-wmv': 'wmv',
  'video/3gpp': 'three_gp',
  'audio/mpeg': 'mp3',
  'audio/x-wav': 'wav',
}

const USUAL_FORMAT = { image: 'png', video: 'mp4', audio: 'wav' } as const

const formatOf = (kind: keyof typeof USUAL_FORMAT, mime: string | null): string =>
  mime === null ? USUAL_FORMAT[kind] : (lookUp(FORMATS, mime) ?? mime.split('/')[1] ?? USUAL_FORMAT[kind])

const DOCUMENT_FORMATS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'md',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

function documentFormat(mime: string | null): string {
  if (mime === null) return 'pdf'
  const format = lookUp(DOCUMENT_FORMATS, mime)
  if (format) return format
  if (mime.startsWith('text/') || /[/+](json|xml|yaml|javascript)$/.test(mime)) return 'txt'
  throw refusal(limits.fileType)
}
