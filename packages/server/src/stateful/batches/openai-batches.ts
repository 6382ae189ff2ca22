import { type BatchSize, type Loss, noRequests, readMembers, readNames, type ScannedObject } from '@tollgate/gateway'
import { randomText } from '../../platform/process/random-text.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { inServingGroup } from '../../relay/plan/group.ts'
import { asRequestError } from '../../relay/request/as-request-error.ts'
import { lossesHeader } from '../../relay/response/losses-header.ts'
import { findOwnBatch, jsonBody, readLimit } from './batch-call.ts'
import { channelWith, formatOfPath, priceBatch } from './batch-channels.ts'
import { newFileId } from './files.ts'
import { batchWords, pathOfBatch } from './hosts.ts'
import { makeBatch } from './make-batch.ts'
import { writeOpenAiBatch } from './openai-batch-object.ts'
import { askFor, noteTold } from './poll.ts'
import { type BatchHandler, orUnknown } from './serve-batch-call.ts'
import { callForObject, plainModelOf } from './stored-upstream.ts'

/** `POST /v1/batches`: for a file uploaded here, on the file's channel. */
export const createBatch: BatchHandler = async context => {
  const { admission, deps } = context
  const { asked, endpoint, fileId } = readAsked(await jsonBody(context, NAMES))
  const file = await deps.batches.findFile(fileId, admission.identity.userId)
  if (!file) throw relayError('file_unknown', { id: fileId })
  if (file.size === '') throw relayError('file_not_for_batches', { id: fileId })
  const format = formatOfPath(endpoint)
  if (file.endpoint !== endpoint) throw relayError('batch_endpoint_differs', { endpoint, found: file.endpoint })
  const channel = channelWith(file, deps)
  const { model } = file
  const pricing = inServingGroup(admission, deps.options, (_, one) => {
    const found = priceBatch(one, model, format, 'openai', deps)
    if (!found.candidates.some(({ id }) => id === channel.id)) throw relayError('stored_channel_gone', { id: fileId })
    return found
  })

  // An earlier version measured less.
  const size: BatchSize = { ...noRequests(), ...JSON.parse(file.size) }
  const upstreamModel = plainModelOf(channel, model, format, deps) ?? model
  const making = makeBatch(
    {
      id: `batch_${randomText(24)}`,
      protocol: 'openai',
      channel,
      models: [{ model, upstreamModel, size, pricing }],
      path: batchWords.openai.path,
      body: JSON.stringify({ ...asked, completion_window: WINDOW, input_file_id: file.upstream_id }),
      files: { endpoint, input_file: fileId, output_file: newFileId(), error_file: newFileId() },
    },
    context,
  )
  const batch = await orUnknown(making, 'file_unknown', fileId)
  const losses = asked.completion_window === WINDOW ? [] : [SOONER]
  return Response.json(writeOpenAiBatch(batch), { headers: lossesHeader(losses) })
}

/** OpenAI's only one. Hosts with others charge more for the sooner ones. */
const WINDOW = '24h'
const SOONER: Loss = { what: '"completion_window"', why: `batches have the window ${WINDOW}` }

/**
 * Returns the fields sent to the upstream. Other fields could name another file.
 * https://platform.openai.com/docs/api-reference/batch/create
 */
const MEMBERS = ['endpoint', 'input_file_id', 'completion_window', 'metadata', 'output_expires_after'] as const
const NAMES = readNames(Object.fromEntries(MEMBERS.map(name => [name, true])))

function readAsked(body: ScannedObject) {
  try {
    const asked = readMembers(body, MEMBERS)
    const { endpoint, input_file_id: fileId } = asked
    if (typeof endpoint !== 'string') throw relayError('file_missing', { field: 'endpoint' })
    if (typeof fileId !== 'string') throw relayError('file_missing', { field: 'input_file_id' })
    return { asked, endpoint, fileId }
  } catch (error) {
    throw asRequestError(error)
  }
}

/** `GET /v1/batches` */
export const listBatches: BatchHandler = async ({ admission, query, deps }) => {
  const { rows, hasMore } = await deps.batches.listBatches(admission.identity.userId, 'openai', {
    limit: readLimit(query, { usual: 20, most: 100 }),
    after: query.get('after') ?? undefined,
  })
  return Response.json({
    object: 'list',
    data: rows.map(row => writeOpenAiBatch(row)),
    first_id: rows[0]?.id ?? null,
    last_id: rows.at(-1)?.id ?? null,
    has_more: hasMore,
  })
}

/** `GET /v1/batches/{id}` */
export const getBatch: BatchHandler = async context => {
  const batch = await findOwnBatch(context, 'openai')
  if (batch.state === 'settled') return Response.json(writeOpenAiBatch(batch))
  const told = await orUnknown(askFor(batch, context.deps), 'batch_unknown', batch.id)
  return Response.json(writeOpenAiBatch(batch, told))
}

/** `POST /v1/batches/{id}/cancel` */
export const cancelBatch: BatchHandler = async context => {
  const { deps, request } = context
  const batch = await findOwnBatch(context, 'openai')
  const call = {
    channel: channelWith(batch, deps),
    path: `${pathOfBatch(batch)}/cancel`,
    clientHeaders: request.headers,
  }
  const told = await orUnknown(callForObject(call, deps), 'batch_unknown', batch.id)
  await noteTold(batch, told, deps)
  return Response.json(writeOpenAiBatch(batch, told))
}
