import {
  type BatchSize,
  elementsIn,
  type Format,
  type Loss,
  noRequests,
  readNames,
  type ScannedObject,
} from '@tollgate/gateway'
import { randomText } from '../../platform/process/random-text.ts'
import { shareByBytes } from '../../platform/process/yield-to-event-loop.ts'
import type { RelayBatchRow } from '../../platform/storage/schema.ts'
import type { MemoryHold } from '../../relay/call/memory-budget.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { admittedIn, groupsOf } from '../../relay/plan/group.ts'
import type { Admission } from '../../relay/request/authenticate.ts'
import { addLosses, lossesHeader } from '../../relay/response/losses-header.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { findOwnBatch, jsonBody, readLimit } from './batch-call.ts'
import { type BatchPricing, channelWith, commonChannels, priceBatch } from './batch-channels.ts'
import { passOn, redacted } from './files.ts'
import { batchWords, pathOfBatch } from './hosts.ts'
import { type ModelRequests, makeBatch } from './make-batch.ts'
import { askFor, noteTold, pollBatch } from './poll.ts'
import { admitLine, type BatchRequestLine, lineFor, readRequestLine, uniqueIds } from './request-line.ts'
import { type BatchCallContext, type BatchHandler, isNotFound, orUnknown } from './serve-batch-call.ts'
import { callForObject, callStored, chunksOf, plainModelOf } from './stored-upstream.ts'
import { toChannel } from './to-channel.ts'

const FORMAT = 'anthropic-messages'
/** https://platform.claude.com/docs/en/build-with-claude/batch-processing */
const MOST_REQUESTS = 100_000

/** `POST /v1/messages/batches`. Its requests may name several models, which one channel must serve. */
export const createMessageBatch: BatchHandler = async context => {
  const { call, deps } = context
  const body = await jsonBody(context, NAMES)
  call.memory.grow(body.text.length)
  const requests = await readRequests(body, call.memory, deps.contentFilter.words())
  const { pricings, channels } = await priceModels(requests, context)
  let lost: Loss[] = []
  const batch = await toChannel(channels, context, async channel => {
    const { models, losses } = await sizeRequests(requests, pricings, channel, context)
    lost = losses
    return makeBatch(
      {
        id: `msgbatch_${randomText(24)}`,
        protocol: 'anthropic',
        channel,
        models: [...models.values()],
        ...(models.size > 1 && { modelOf: indexModels(requests, [...models.keys()]) }),
        path: batchWords.anthropic.path,
        body: withRequests(await writeRequests(requests, channel, models)),
      },
      context,
    )
  })
  return Response.json(writeMessageBatch(batch, context), { headers: lossesHeader(lost) })
}

const NAMES = readNames({ requests: true })

/** Lets other calls run in between, because a body may have 64 MiB. @throws ApiError */
export async function readRequests(
  { text, members }: ScannedObject,
  memory: MemoryHold,
  forbiddenWords: readonly string[],
): Promise<BatchRequestLine[]> {
  const list = members.find(({ name }) => name === 'requests')
  if (!list || text[list.valueStart] !== '[') throw relayError('file_missing', { field: 'requests' })
  const share = shareByBytes()
  const requests: BatchRequestLine[] = []
  let readUntil = list.valueStart
  for (const { start, end } of elementsIn(text, list.valueStart)) {
    if (requests.length === MOST_REQUESTS) throw relayError('batch_too_many', { limit: MOST_REQUESTS })
    const within = { text, start }
    const number = requests.length + 1
    requests.push(
      await readRequestLine(text.slice(start, end), number, 'anthropic', () => FORMAT, forbiddenWords, within),
    )
    await share(end - readUntil)
    readUntil = end
  }
  if (requests.length === 0) throw relayError('batch_empty')
  const takeId = uniqueIds(memory)
  requests.forEach((request, index) => {
    takeId(request, index + 1)
  })
  return requests
}

/** A batch has one group's ratio, so that group serves all its models. @throws ApiError */
async function priceModels(requests: readonly BatchRequestLine[], { admission, deps }: BatchCallContext) {
  const errors: unknown[] = []
  for (const group of groupsOf(admission.identity, deps.options)) {
    try {
      return await pricesIn(admittedIn(group, admission), requests, deps)
    } catch (error) {
      errors.push(error)
    }
  }
  throw errors[0]
}

async function pricesIn(admission: Admission, requests: readonly BatchRequestLine[], deps: StatefulDeps) {
  const share = shareByBytes()
  const pricings = new Map<string, BatchPricing>()
  for (const { model } of requests) {
    if (!pricings.has(model)) pricings.set(model, priceBatch(admission, model, FORMAT, 'anthropic', deps))
    await share(model.length)
  }
  return { pricings, channels: commonChannels(pricings) }
}

/** Adds up the sizes of each model's requests on a channel. */
async function sizeRequests(
  requests: readonly BatchRequestLine[],
  pricings: ReadonlyMap<string, BatchPricing>,
  channel: OpenChannel,
  { deps }: BatchCallContext,
) {
  const models = new Map<string, ModelRequests & { size: BatchSize }>()
  for (const [model, pricing] of pricings)
    models.set(model, { model, pricing, upstreamModel: upstreamModelOf(channel, model, deps), size: noRequests() })
  const losses: Loss[] = []
  const share = shareByBytes()
  for (const request of requests) {
    await share(request.bodyEnd)
    const of = models.get(request.model)
    if (!of) continue
    const { body, losses: ofLine } = lineFor(request, termsFor(request, channel, models))
    addLosses(losses, ofLine)
    admitLine(request, body, { format: FORMAT, upstreamModel: of.upstreamModel, size: of.size }, deps)
  }
  return { models, losses }
}

/** Writes the requests for a channel. Lets other calls run in between. */
export async function writeRequests(
  requests: readonly BatchRequestLine[],
  channel: OpenChannel,
  models: ReadonlyMap<string, ModelRequests>,
): Promise<string[]> {
  const share = shareByBytes()
  const written: string[] = []
  for (const request of requests) {
    written.push(lineFor(request, termsFor(request, channel, models)).text)
    await share(request.bodyEnd)
  }
  return written
}

const upstreamModelOf = (channel: OpenChannel, model: string, deps: StatefulDeps): string =>
  plainModelOf(channel, model, FORMAT, deps) ?? model

const termsFor = ({ model }: BatchRequestLine, channel: OpenChannel, models: ReadonlyMap<string, ModelRequests>) => ({
  channel,
  format: FORMAT as Format,
  upstreamModel: models.get(model)?.upstreamModel ?? model,
})

/** Results come in any order and may name the model differently. */
function indexModels(requests: readonly BatchRequestLine[], models: readonly string[]): Record<string, number> {
  const indexes = new Map(models.map((model, index) => [model, index]))
  return Object.fromEntries(requests.map(({ customId, model }) => [customId, indexes.get(model) ?? 0]))
}

/** Members besides the requests are not sent, because their meaning is unknown. */
const withRequests = (requests: readonly string[]): string => `{"requests":[${requests.join(',')}]}`

/** `GET /v1/messages/batches` */
export const listMessageBatches: BatchHandler = async context => {
  const { admission, query, deps } = context
  const { rows, hasMore } = await deps.batches.listBatches(admission.identity.userId, 'anthropic', {
    limit: readLimit(query, { usual: 20, most: 1_000 }),
    after: query.get('after_id') ?? undefined,
    before: query.get('before_id') ?? undefined,
  })
  return Response.json({
    data: rows.map(row => writeMessageBatch(row, context)),
    has_more: hasMore,
    first_id: rows[0]?.id ?? null,
    last_id: rows.at(-1)?.id ?? null,
  })
}

/** `GET /v1/messages/batches/{id}` */
export const getMessageBatch: BatchHandler = async context => {
  const batch = await findOwnBatch(context, 'anthropic')
  if (batch.state === 'settled') return Response.json(writeMessageBatch(batch, context))
  const told = await orUnknown(askFor(batch, context.deps), 'batch_unknown', batch.id)
  return Response.json(writeMessageBatch(batch, context, told))
}

/** `POST /v1/messages/batches/{id}/cancel` */
export const cancelMessageBatch: BatchHandler = async context => {
  const { deps, request } = context
  const batch = await findOwnBatch(context, 'anthropic')
  const call = {
    channel: channelWith(batch, deps),
    path: `${pathOfBatch(batch)}/cancel`,
    clientHeaders: request.headers,
  }
  const told = await orUnknown(callForObject(call, deps), 'batch_unknown', batch.id)
  await noteTold(batch, told, deps)
  return Response.json(writeMessageBatch(batch, context, told))
}

/** `DELETE /v1/messages/batches/{id}`: once it has ended and is charged. */
export const deleteMessageBatch: BatchHandler = async context => {
  const { deps, request } = context
  const batch = await findOwnBatch(context, 'anthropic')
  if (!(await pollBatch(batch, deps))) throw relayError('batch_running', { id: batch.id })
  const channel = channelWith(batch, deps)
  const call = { channel, path: pathOfBatch(batch), method: 'DELETE' as const, clientHeaders: request.headers }
  await callForObject(call, deps).catch(error => {
    // Already gone, so it is deleted.
    if (!isNotFound(error)) throw error
  })
  await deps.batches.changeBatch(batch.id, ['settled'], { deleted_at: deps.now() })
  return Response.json({ id: batch.id, type: 'message_batch_deleted' })
}

/** `GET /v1/messages/batches/{id}/results`, once they are charged. */
export const getMessageBatchResults: BatchHandler = async context => {
  const { deps, request } = context
  const batch = await findOwnBatch(context, 'anthropic')
  await orUnknown(pollBatch(batch, deps), 'batch_unknown', batch.id)
  const channel = channelWith(batch, deps)
  const path = `${pathOfBatch(batch)}/results`
  const call = { channel, path, method: 'GET' as const, clientHeaders: request.headers, signal: request.signal }
  const upstream = await orUnknown(callStored(call, deps), 'batch_unknown', batch.id)
  return passOn(redacted(chunksOf(upstream), channel, path, deps, isAnswer), context)
}

/** Anything else in results describes the upstream itself. */
const isAnswer = (line: string): boolean => /"type"\s{0,8}:\s{0,8}"succeeded"/.test(line)

/** Writes a batch with our id and address instead of its upstream's. */
function writeMessageBatch(
  batch: RelayBatchRow,
  { request, deps }: BatchCallContext,
  told: Record<string, unknown> = JSON.parse(batch.body),
): object {
  const results = `${batchWords.anthropic.path}/${batch.id}/results`
  // Only the caller reads it, so a forged host harms nobody else.
  const site = deps.options.get('ServerAddress') || new URL(request.url).origin
  return { ...told, id: batch.id, results_url: told.results_url ? site.replace(/\/$/, '') + results : null }
}
