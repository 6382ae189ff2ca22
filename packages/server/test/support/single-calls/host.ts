import type { z } from 'zod'
import { misshapen } from '../strict-hosts/check.ts'
import { type Received, startWireUpstream, type WireUpstream } from '../wire-upstream.ts'

/** The client's request: a gateway path, and a JSON body or a form. */
export interface ClientCall {
  path: string
  body: Record<string, unknown> | FormData
}

/** A kind of single call of a vendor, checked as strictly as by the real one, and what clients must receive. */
export interface SingleCall {
  name: string
  type: number
  key: string
  other?: string
  model: string
  call: ClientCall
  /** The vendor's path. */
  path: string
  headers: Record<string, string>
  /** A further reason to refuse a request; null: none. */
  refuses?(received: Received): string | null
  /** The schema of the body; absent: the body is the bytes of a file. */
  shape?: z.ZodType
  answer(received: Received): object
  /** Set if the call is a task: its polls are answered in this order. */
  task?: { path: string; answers: object[] }
  /** What the client receives. */
  hears: unknown
  /** The losses that the client is told of; absent: none. */
  losses?: string
  /** How it fails at status 200, and what the client then receives; null: it uses only HTTP statuses. */
  failure: { answer: object; status: number; message: string } | null
  /** The log row's tokens; absent: they are estimated. */
  charged?: { prompt_tokens: number }
  /** How often a price per call is charged; absent: once. */
  units?: number
}

export interface SingleCallHost extends WireUpstream {
  /** Answers that replace the good one. */
  script: { answer?: object }
}

export function startSingleCallHost(call: SingleCall): SingleCallHost {
  let polls = 0
  const upstream = startWireUpstream(received => {
    if (call.task && received.path === call.task.path && received.method === 'GET') {
      const wrong = wrongHeaders({ authorization: call.headers.authorization ?? '' }, received)
      if (wrong) return refuse(wrong)
      const { answers } = call.task
      return later(answers[Math.min(polls++, answers.length - 1)] ?? {})
    }
    polls = 0
    const wrong =
      (received.method === 'POST' && received.path === call.path
        ? null
        : `no such call: ${received.method} ${received.path}`) ??
      wrongHeaders(call.headers, received) ??
      call.refuses?.(received) ??
      (call.shape ? misshapen(call.shape, JSON.parse(received.body)) : null)
    if (wrong) return refuse(wrong)
    if (host.script.answer) return Response.json(host.script.answer)
    const answer = call.answer(received)
    return answer instanceof Response ? answer : later(answer)
  })
  const host: SingleCallHost = Object.assign(upstream, { script: {} })
  return host
}

/** Adds a header that allows polling again at once. */
const later = (answer: object): Response => Response.json(answer, { headers: { 'retry-after': '0' } })

const refuse = (message: string): Response => Response.json({ error: { message } }, { status: 422 })

function wrongHeaders(wanted: Record<string, string>, { headers }: Received): string | null {
  const wrong = Object.entries(wanted).find(([name, value]) => headers.get(name) !== value)
  return wrong ? `${wrong[0]} is ${headers.get(wrong[0])}` : null
}
