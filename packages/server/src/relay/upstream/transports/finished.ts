import { setTimeout as wait } from 'node:timers/promises'
import type { Transport, UpstreamRequest } from './transport.ts'

/** More than three minutes at the longest usual waits. */
const MOST_QUESTIONS = 20
/** After this many unreadable answers in a row, polling ends. */
const MOST_UNCLEAR = 3
const LONGEST_WAIT_MS = 60_000
const LONGEST_BYTES = 1024 * 1024

/**
 * Polls a task until it ends and returns its answer, or the last answer if it never ends. All of this counts as waiting for
 * the first byte.
 *
 * @param response to the call that began it
 */
export async function finished(
  response: Response,
  { poll, proxy, signal }: UpstreamRequest,
  send: Transport,
): Promise<Response> {
  if (!poll || !response.ok) return response
  let known = { answer: response, text: await textOf(response) }
  let latest = response
  let unclear = 0
  for (let asked = 0; asked < MOST_QUESTIONS; asked++) {
    const next = poll(known.text)
    if (!next) break
    await wait(waitOf(latest, next.waitMs), undefined, { signal })
    latest = await send({ url: next.url, headers: next.headers, method: 'GET', body: '', proxy, signal })
    const text = await textOf(latest)
    const isClear = latest.ok && isJson(text)
    unclear = isClear ? 0 : unclear + 1
    if (isClear || unclear === MOST_UNCLEAR) known = { answer: latest, text }
    if (unclear === MOST_UNCLEAR) break
  }
  const { status, headers } = known.answer
  return new Response(known.text, { status, headers: { 'content-type': headers.get('content-type') ?? '' } })
}

/** The wait that the host asks for, else its usual one. */
function waitOf({ headers }: Response, usualMs: number): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 ? Math.min(LONGEST_WAIT_MS, seconds * 1000) : usualMs
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > LONGEST_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, LONGEST_BYTES).toString()
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
