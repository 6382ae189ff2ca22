import { type BatchSize, type Loss, noRequests } from '@tollgate/gateway'
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'
import type { MemoryHold } from '../../relay/call/memory-budget.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import type { Admission } from '../../relay/request/authenticate.ts'
import { makeSpool, type Spool } from '../../relay/request/multipart/spool.ts'
import { addLosses } from '../../relay/response/losses-header.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { formatOfPath, priceBatch } from './batch-channels.ts'
import { LineTooLong, LONGEST_LINE_BYTES, readLines } from './lines.ts'
import { admitLine, type BatchRequestLine, lineFor, lineInvalid, readRequestLine, uniqueIds } from './request-line.ts'
import { plainModelOf } from './stored-upstream.ts'
import { readSpool } from './upload.ts'

/** A file of requests for a batch, as sent to its channel's upstream. */
export interface RequestFile {
  model: string
  /** The path that its requests name. */
  endpoint: string
  size: BatchSize
  content: Spool
  /** What its requests asked for but do not get. */
  losses: Loss[]
}

/** https://platform.openai.com/docs/guides/batch */
const MOST_REQUESTS = 50_000
/** A line is in memory three times: as bytes, as text and as written. */
const COPIES = 3

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The channels for a file's requests, by the model of the first; the others must match it. @throws ApiError */
export async function channelsFor(content: Spool, admission: Admission, deps: StatefulDeps) {
  try {
    for await (const bytes of linesOf(content)) {
      const { model, url } = await readLine(bytes, 1, deps)
      return priceBatch(admission, model, formatOfPath(url), 'openai', deps)
    }
  } catch (error) {
    throw error instanceof LineTooLong ? lineInvalid(1, TOO_LONG) : error
  }
  throw relayError('batch_empty')
}

/**
 * Reads and checks a file's requests one by one, and writes them in the upstream's form. The caller closes the content
 * unless it is the given one.
 *
 * @throws ApiError
 */
export async function writeRequestFile(
  content: Spool,
  channel: OpenChannel,
  memory: MemoryHold,
  deps: StatefulDeps,
): Promise<RequestFile> {
  const written = makeSpool()
  const size = noRequests()
  const losses: Loss[] = []
  const takeId = uniqueIds(memory)
  let first: BatchRequestLine | undefined
  let longest = 0
  let isSame = true
  try {
    for await (const bytes of linesOf(content)) {
      if (size.requests === MOST_REQUESTS) throw relayError('batch_too_many', { limit: MOST_REQUESTS })
      if (bytes.length > longest) memory.grow((bytes.length - longest) * COPIES)
      longest = Math.max(longest, bytes.length)
      const number = size.requests + 1
      const request = await readLine(bytes, number, deps)
      takeId(request, number)
      first ??= request
      if (request.model !== first.model) throw lineInvalid(number, `all requests of a file have one model`)
      if (request.url !== first.url) throw lineInvalid(number, `all requests of a file have one url`)
      const format = formatOfPath(request.url)
      const upstreamModel = plainModelOf(channel, request.model, format, deps) ?? request.model
      const { text, body, losses: lost } = lineFor(request, { channel, format, upstreamModel })
      addLosses(losses, lost)
      admitLine(request, body, { format, upstreamModel, size }, deps)
      if (request.inspected) await yieldToEventLoop()
      isSame &&= text === request.line.text
      await written.append(Buffer.from(`${text}\n`))
    }
    if (!first) throw relayError('batch_empty')
  } catch (error) {
    await written.close()
    throw error instanceof LineTooLong ? lineInvalid(size.requests + 1, TOO_LONG) : error
  }
  if (isSame) await written.close()
  return { model: first.model, endpoint: first.url, size, content: isSame ? content : written, losses }
}

const TOO_LONG = `it is longer than ${LONGEST_LINE_BYTES / 1024 / 1024} MiB`

const linesOf = (content: Spool) => readLines(readSpool(content))

function readLine(bytes: Uint8Array, number: number, { contentFilter }: StatefulDeps): Promise<BatchRequestLine> {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw lineInvalid(number, 'it is not UTF-8')
  }
  return readRequestLine(text, number, 'openai', formatOfPath, contentFilter.words())
}
