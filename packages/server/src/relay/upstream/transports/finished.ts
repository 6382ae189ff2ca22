import { setTimeout as wait } from 'node:timers/promises'
import type { Transport, UpstreamRequest } from './transport.ts'

/** With the longest usual waits these are more than three minutes. */
const MOST_QUESTIONS = 20
/** So often in a row an answer may not be understood: then it is the end of the matter. */
const MOST_UNCLEAR = 3
const LONGEST_WAIT_MS = 60_000
const LONGEST_BYTES = 1024 * 1024

/**
 * Returns the answer a task comes to, asked for until it is over; of a task that is still not, the last answer. All of it
 * counts as waiting for the first byte.
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

/** What the host asks for, else what is usual there. */
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
