import { relayError } from '../../../relay/call/relay-error.ts'
import { redactorOf } from '../../../relay/errors/channel-redactor.ts'
import type { StatefulDeps } from '../../stateful-deps.ts'
import { noteProgress } from '../task/progress.ts'
import { callbackFingerprint } from './callback-address.ts'
import { readReport } from './report.ts'
import { findByCallback } from './store.ts'
import { tellClient } from './tell-client.ts'

const TOKEN = /^[0-9A-Za-z]{32}$/
const LONGEST_BYTES = 1024 * 1024
const LONGEST_REASON = 1000

/**
 * `POST /mj/notify/{token}`: an upstream reports a running drawing. An invalid report changes nothing, because polling
 * continues.
 *
 * @throws ApiError if the URL is unknown, its drawing has ended, or the report is about another drawing
 */
export async function takeCallback(token: string, request: Request, deps: StatefulDeps): Promise<Response> {
  const row = TOKEN.test(token) && (await findByCallback(deps.tasks.db, callbackFingerprint(token, deps.secrets)))
  if (!row) throw relayError('route_unknown', { method: 'POST', path: new URL(request.url).pathname })
  const report = readReport(await readJson(request))
  // Its id is unknown until the submission is answered.
  if (!report || row.upstream_id === '' || report.upstreamId !== row.upstream_id)
    throw relayError('callback_not_understood')
  const channel = await deps.readTaskChannel(row)
  if (!channel) throw relayError('get_channel_info_failed', { id: row.mj_id })
  const { progress } = report
  const reason = progress.reason && redactorOf(channel, channel.baseUrl).keys(progress.reason.slice(0, LONGEST_REASON))
  const hasEnded = await noteProgress('midjourneys', row, { ...progress, ...(reason && { reason }) }, deps.tasks)
  // The end is notified where it is recorded.
  if (!hasEnded) void tellClient(row.id, 'change', deps)
  return Response.json({ code: 1, description: 'success' })
}

async function readJson(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > LONGEST_BYTES || !request.body) return undefined
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of request.body) {
    bytes += piece.length
    if (bytes > LONGEST_BYTES) return undefined
    pieces.push(piece)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    return undefined
  }
}
