import { timeLimit } from '../process/time-limit.ts'
import { names } from './resolve-name.ts'

interface Question {
  /** Sent as a form, by POST. */
  form?: URLSearchParams
  /** JSON text, sent by POST. */
  json?: string
  headers?: Record<string, string>
  /** Absent: GET, or POST with a body. */
  method?: 'DELETE'
}

export interface ProviderAnswer {
  status: number
  /** The response's JSON, or its text if it is not JSON. */
  body: unknown
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024

/**
 * Asks a service that the operator has chosen, such as a sign-in provider: GET, or POST with a form or JSON. Does not
 * follow redirects, because the request may carry a secret. A response over 1 MiB is an error.
 */
export async function askProvider(
  url: string,
  { form, json, headers = {}, method }: Question = {},
): Promise<ProviderAnswer> {
  await names.ready(url)
  const response = await fetch(url, {
    method: method ?? (form || json !== undefined ? 'POST' : 'GET'),
    headers: {
      accept: 'application/json',
      'user-agent': 'Tollgate',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: form ?? json ?? null,
    redirect: 'manual',
    signal: timeLimit(TIMEOUT_MS),
  })
  const text = await boundedText(response)
  return { status: response.status, body: jsonOf(text) ?? text }
}

/** The standard `fetch` under the same limits, for libraries that call providers themselves. */
export async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  await names.ready(url)
  const response = await fetch(url, { ...init, redirect: 'manual', signal: timeLimit(TIMEOUT_MS) })
  const { status, headers } = response
  const contentType = headers.get('content-type')
  return new Response(await boundedText(response), {
    status,
    headers: contentType ? { 'content-type': contentType } : {},
  })
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > MAX_BYTES) throw new Error(`the response is longer than ${MAX_BYTES} bytes`)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
