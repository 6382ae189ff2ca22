import { Buffer } from 'node:buffer'
import { type CanonicalRequest, type MediaPart, type MediaUpload, mediaAsData, replaceMedia } from '@tollgate/gateway'
import { timeLimit } from '../../../platform/process/time-limit.ts'
import { relayError } from '../../call/relay-error.ts'
import { send } from '../transports/index.ts'

const TIMEOUT_MS = 60_000

/**
 * Uploads a request's media to its host and returns the request with the host's ids in their place.
 *
 * @throws ApiError when the host refuses a file
 */
export async function withUploads(
  request: CanonicalRequest,
  upload: (user: string | undefined) => MediaUpload,
  proxy: string,
): Promise<CanonicalRequest> {
  const media = mediaAsData(request)
  if (media.length === 0) return request
  const host = upload(request.parameters.user)
  const taken = new Map<MediaPart, MediaPart>()
  // one after another: a request may contain many, and its host limits calls
  for (const { part, base64, name } of media) {
    const id = await uploaded(host, part, base64, proxy)
    if (id === null) throw relayError('media_not_taken', { part: name })
    taken.set(part, { ...part, source: { type: 'stored', origin: host.origin, id } })
  }
  return replaceMedia(request, taken)
}

/** null: the host gave no id. */
async function uploaded(host: MediaUpload, part: MediaPart, base64: string, proxy: string): Promise<string | null> {
  try {
    const answer = await send(await toForm(host, part, base64, proxy))
    return idIn(await answer.json(), host.idAt)
  } catch {
    return null
  }
}

/** The runtime writes the form and chooses the boundary. */
async function toForm({ url, headers, fields }: MediaUpload, part: MediaPart, base64: string, proxy: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const mime = part.mime ?? 'application/octet-stream'
  form.set('file', new Blob([Buffer.from(base64, 'base64')], { type: mime }), part.name ?? `file.${extensionOf(mime)}`)
  const written = new Response(form)
  // must be read before the body
  const contentType = written.headers.get('content-type') ?? ''
  const bytes = await written.bytes()
  return {
    url,
    headers: { ...headers, 'content-type': contentType },
    body: (async function* () {
      yield bytes
    })(),
    proxy,
    signal: timeLimit(TIMEOUT_MS),
  }
}

/** Hosts recognize a file's type by its name. */
const extensionOf = (mime: string): string => mime.split('/')[1]?.split(/[+;]/)[0] ?? 'bin'

function idIn(answer: unknown, path: string): string | null {
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], answer)
  return typeof found === 'string' && found !== '' ? found : null
}
