import { randomText } from '../../platform/process/random-text.ts'
import type { RelayFileRow } from '../../platform/storage/schema.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { throwAttemptFailure } from '../../relay/errors/upstream-failure.ts'
import { lossesHeader } from '../../relay/response/losses-header.ts'
import { readLimit } from './batch-call.ts'
import { channelWith, fileChannels } from './batch-channels.ts'
import { LONGEST_RESULT_BYTES, readLines } from './lines.ts'
import { ERRORS_OF_BATCH } from './openai-batch-object.ts'
import { pollBatch } from './poll.ts'
import { channelsFor, type RequestFile, writeRequestFile } from './request-file.ts'
import {
  type BatchCallContext,
  type BatchHandler,
  isNotFound,
  orUnknown,
  requireWallet,
  steadinessOf,
} from './serve-batch-call.ts'
import { callForObject, callStored, chunksOf, redactedLine } from './stored-upstream.ts'
import { toChannel } from './to-channel.ts'
import { readUpload, type Upload, writeUpload } from './upload.ts'

/** Accepted file purposes. Others, such as training, would be for endpoints that are not served. */
const PURPOSES: readonly string[] = ['batch', 'assistants', 'vision', 'user_data']
/** Fields sent to the upstream with a file. https://platform.openai.com/docs/api-reference/files/create */
const FIELDS: readonly string[] = ['purpose', 'expires_after[anchor]', 'expires_after[seconds]']

/** `POST /v1/files`. A file of requests goes to a channel of their model, any other to the first that takes files. */
export const createFile: BatchHandler = async context => {
  const { call, request } = context
  await requireWallet(context)
  const upload = await readUpload(request, call.memory, steadinessOf(context))
  try {
    const purpose = upload.fields.get('purpose')
    if (!purpose) throw relayError('file_missing', { field: 'purpose' })
    if (!PURPOSES.includes(purpose))
      throw relayError('file_purpose_unknown', { purpose, purposes: PURPOSES.join(', ') })
    if (purpose !== 'batch') return Response.json(await sendFile(upload, context))
    const { file, losses } = await sendRequests(upload, context)
    return Response.json(file, { headers: lossesHeader(losses) })
  } finally {
    await upload.content.close()
  }
}

async function sendRequests(upload: Upload, context: BatchCallContext) {
  const { call, admission, deps } = context
  const { candidates } = await channelsFor(upload.content, admission, deps)
  return toChannel(candidates, context, async channel => {
    const file = await writeRequestFile(upload.content, channel, call.memory, deps)
    try {
      return { file: await send({ ...upload, content: file.content }, channel, context, file), losses: file.losses }
    } finally {
      if (file.content !== upload.content) await file.content.close()
    }
  })
}

const sendFile = (upload: Upload, context: BatchCallContext): Promise<object> =>
  toChannel(fileChannels(context.admission, context.deps), context, channel => send(upload, channel, context))

async function send(
  { fields, filename, content }: Upload,
  channel: OpenChannel,
  { admission: { identity }, request, deps }: BatchCallContext,
  file?: RequestFile,
): Promise<object> {
  const sent = new Map([...fields].filter(([name]) => FIELDS.includes(name)))
  const { headers, body } = writeUpload(sent, filename, content)
  const call = { channel, path: '/v1/files', clientHeaders: request.headers, headers, body: body() }
  const { id: upstreamId, ...told } = await callForObject(call, deps).catch(throwAttemptFailure)
  if (typeof upstreamId !== 'string' || upstreamId === '') throw relayError('upstream_not_readable')
  const id = newFileId()
  await deps.batches.insertFile({
    id,
    user_id: identity.userId,
    channel_id: channel.id,
    channel_key: channel.keyId ?? '',
    upstream_id: upstreamId,
    purpose: fields.get('purpose') ?? '',
    body: JSON.stringify(told),
    created_at: deps.now(),
    ...(file && { model: file.model, endpoint: file.endpoint, size: JSON.stringify(file.size) }),
  })
  return { id, ...told }
}

export const newFileId = (): string => `file-${randomText(24)}`

/** `GET /v1/files` */
export const listFiles: BatchHandler = async ({ admission, query, deps }) => {
  const { rows, hasMore } = await deps.batches.listFiles(admission.identity.userId, {
    limit: readLimit(query, { usual: 10_000, most: 10_000 }),
    after: query.get('after') ?? undefined,
    isAscending: query.get('order') === 'asc',
    purpose: query.get('purpose') ?? undefined,
  })
  const data = rows.map(writeFile)
  return Response.json({
    object: 'list',
    data,
    has_more: hasMore,
    first_id: rows[0]?.id ?? null,
    last_id: rows.at(-1)?.id ?? null,
  })
}

const writeFile = ({ id, body }: RelayFileRow): object => ({ id, ...JSON.parse(body) })

/** @throws ApiError */
async function findFile({ admission, id, deps }: BatchCallContext): Promise<RelayFileRow> {
  const file = await deps.batches.findFile(id, admission.identity.userId)
  if (!file) throw relayError('file_unknown', { id })
  return file
}

const pathOf = ({ upstream_id }: RelayFileRow) => `/v1/files/${encodeURIComponent(upstream_id)}`

/** `GET /v1/files/{id}` */
export const getFile: BatchHandler = async context => {
  const { deps, request, id } = context
  const file = await findFile(context)
  const call = {
    channel: channelWith(file, deps),
    path: pathOf(file),
    method: 'GET' as const,
    clientHeaders: request.headers,
    signal: request.signal,
  }
  const told = await orUnknown(callForObject(call, deps), 'file_unknown', id)
  return Response.json({ ...told, id })
}

/**
 * `GET /v1/files/{id}/content`, as stored at the upstream. Results are charged before they are read: they may expire, as
 * their client wishes, before the job would read them.
 */
export const getFileContent: BatchHandler = async context => {
  const { deps, request, id } = context
  const file = await findFile(context)
  const batch = await deps.batches.openBatchOf(file)
  if (batch && batch.input_file !== id) await orUnknown(pollBatch(batch, deps), 'file_unknown', id)
  const channel = channelWith(file, deps)
  const path = `${pathOf(file)}/content`
  const call = { channel, path, method: 'GET' as const, clientHeaders: request.headers, signal: request.signal }
  const upstream = await orUnknown(callStored(call, deps), 'file_unknown', id)
  const chunks = chunksOf(upstream)
  const isOfErrors = file.purpose === ERRORS_OF_BATCH
  return passOn(isOfErrors ? redacted(chunks, channel, path, deps) : chunks, context)
}

/** Lines in which the upstream describes itself. */
export async function* redacted(
  chunks: AsyncIterable<Uint8Array>,
  channel: OpenChannel,
  path: string,
  deps: BatchCallContext['deps'],
  isAnswer: (line: string) => boolean = () => false,
): AsyncGenerator<Uint8Array, void> {
  for await (const bytes of readLines(chunks, LONGEST_RESULT_BYTES)) {
    const line = new TextDecoder().decode(bytes)
    yield Buffer.from(`${isAnswer(line) ? line : redactedLine(channel, path, line, deps)}\n`)
  }
}

/** Passes bytes on as fast as the client reads them. */
export function passOn(chunks: AsyncGenerator<Uint8Array, void>, context: BatchCallContext): Response {
  context.call.connection?.limitUnread(context.deps.options.get('connection_setting.unread_seconds'))
  const leave = context.stays()
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await chunks.next()
          if (!done) return controller.enqueue(value)
          leave()
          controller.close()
        } catch (error) {
          leave()
          controller.error(error)
        }
      },
      async cancel() {
        leave()
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(stream, { headers: { 'content-type': 'application/octet-stream' } })
}

/** `DELETE /v1/files/{id}`. A file that an unsettled batch still needs stays. */
export const deleteFile: BatchHandler = async context => {
  const { deps, request, id } = context
  const file = await findFile(context)
  const batch = await deps.batches.openBatchOf(file)
  if (batch && !(await pollBatch(batch, deps))) throw relayError('file_in_use', { id })
  const call = {
    channel: channelWith(file, deps),
    path: pathOf(file),
    method: 'DELETE' as const,
    clientHeaders: request.headers,
  }
  await callForObject(call, deps).catch(error => {
    // Already gone, so it is deleted.
    if (!isNotFound(error)) throw error
  })
  await deps.batches.deleteFile(id, deps.now())
  return Response.json({ id, object: 'file', deleted: true })
}
