import { boundaryOf, MalformedForm, readFormFields, sniffMime } from '@tollgate/gateway'
import { BodyTooSlow, steadyReader } from '../../../platform/http/steady-body.ts'
import { relayError } from '../../../relay/call/relay-error.ts'
import { steadinessOf } from '../read-task-body.ts'
import type { TaskCallContext } from '../serve-task-call.ts'
import { FormImage } from './video-fields.ts'

const LARGEST_BYTES = 32 * 1024 * 1024
const LIMIT = '32 MiB'
/** Copies of a picture in memory: as received, as base64, and as sent upstream. */
const COPIES = 4
const PICTURE = 'input_reference'

/**
 * Reads a form as the equivalent JSON, including its picture. Null: the request is not a form.
 *
 * @throws ApiError
 */
export async function readVideoForm(context: TaskCallContext): Promise<Record<string, unknown> | null> {
  const { call, request } = context
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (boundary === null || !request.body) return null
  const encoding = request.headers.get('content-encoding')
  if (encoding && encoding !== 'identity') throw relayError('body_encoding_unknown', { encoding })
  const pieces: Uint8Array[] = []
  const form = readFormFields(boundary, ({ name }, bytes) => name === PICTURE && pieces.push(bytes.slice()))
  const source = steadyReader(request.body, steadinessOf(context))
  let size = 0
  try {
    for (let chunk = await source.read(); chunk; chunk = await source.read()) {
      size += chunk.length
      if (size > LARGEST_BYTES) throw relayError('body_too_large', { limit: LIMIT })
      call.memory.grow(chunk.length * COPIES)
      form.push(chunk)
    }
    if (!form.isDone) throw new MalformedForm('it breaks off')
  } catch (error) {
    await source.cancel()
    if (error instanceof BodyTooSlow) throw relayError('body_too_slow')
    throw error instanceof MalformedForm ? relayError('body_not_form', { reason: error.message }) : error
  }
  const names = [...form.fields, ...form.files].map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) throw relayError('member_ambiguous', { member: twice })
  const fields = Object.fromEntries(form.fields.map(({ name, value }) => [name, value]))
  return form.files.some(({ name }) => name === PICTURE) ? { ...fields, [PICTURE]: pictureOf(pieces) } : fields
}

function pictureOf(pieces: readonly Uint8Array[]): FormImage {
  const base64 = Buffer.concat(pieces).toString('base64')
  const mime = sniffMime(base64)
  if (!mime?.startsWith('image/') || mime === 'image/svg+xml')
    throw relayError('task_member_invalid', { member: PICTURE, expected: 'a picture' })
  return new FormImage(mime, base64)
}
