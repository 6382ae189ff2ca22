import { createHmac } from 'node:crypto'
import type { ServerWebSocket } from 'bun'
import { z } from 'zod'
import { misshapen } from '../strict-hosts/check.ts'
import { repeating, SCRIPT, type Script, type Vendor, type VendorStandIn } from './vendor.ts'

const [APP, SECRET, KEY] = ['0a1b2c3d', 'secret of thirty two letters', 'key-of-thirty-two-letters']
const USAGE = { question_tokens: 5, prompt_tokens: 31, completion_tokens: 7, total_tokens: 38 }
const FAILED = { code: 11202, message: 'Too many calls at once', sid: 'cht-1', status: 2 }

/** Uses WebSockets. https://www.xfyun.cn/doc/spark/Web.html */
export const spark: Vendor = {
  name: 'Spark over sockets',
  type: 18,
  key: `${APP}|${SECRET}|${KEY}`,
  model: 'SparkDesk-v3.5',
  usage: { input: 31, output: 7 },
  ends: ['stop'],
  failure: { message: FAILED.message, status: 429 },
  failsHalfWay: true,
  thinks: true,
  calls: true,
  sees: false,
  start,
}

function start(): VendorStandIn {
  const standIn: VendorStandIn = {
    url: '',
    requests: [],
    asked: [],
    left: 0,
    stopped: [],
    script: SCRIPT,
    stop: () => server.stop(true),
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, server) {
      const { pathname, searchParams, search } = new URL(request.url)
      const wrong = wrongSignature(pathname, searchParams, request.headers.get('host') ?? '')
      const { method, headers } = request
      standIn.requests.push({ method, path: pathname + search, headers, body: '', bytes: Buffer.alloc(0) })
      if (wrong !== null) return Response.json({ message: wrong }, { status: 401 })
      if (pathname !== '/v3.5/chat') return Response.json({ message: 'no such version' }, { status: 404 })
      return server.upgrade(request, { data: undefined }) ? undefined : new Response('', { status: 400 })
    },
    websocket: {
      message: (socket, text) => answer(socket, String(text), standIn),
      close(_socket, code) {
        if (code !== 1000) standIn.left++
      },
    },
  })
  standIn.url = server.url.href.replace(/\/$/, '')
  return standIn
}

function answer(socket: ServerWebSocket<unknown>, text: string, standIn: VendorStandIn): void {
  const { script } = standIn
  const send = (message: object) => socket.send(JSON.stringify(message))
  const refuse = (header: object) => {
    send({ header })
    socket.close(1000)
  }
  const wrong = misshapen(shape, JSON.parse(text))
  if (wrong !== null) {
    refuse({ code: 10163, message: wrong, sid: 'cht-0', status: 2 })
    return
  }
  const { payload, parameter } = shape.parse(JSON.parse(text))
  const turns = payload.message.text
  const system = turns[0]?.role === 'system' ? turns[0].content : null
  standIn.asked.push({
    model: parameter.chat.domain,
    system,
    turns: turns.slice(system === null ? 0 : 1).map(({ role, content }) => ({ role, text: content })),
  })
  const all = script.fails === 'at-once' ? [] : messages(script)
  const isCut = script.hangs || script.fails === 'half-way'
  for (const message of isCut ? all.slice(0, 1) : all) send(message)
  if (script.fails) refuse(repeating(FAILED, script))
  else if (!script.hangs) socket.close(1000)
}

function messages({ pieces, thought, calls }: Script): object[] {
  const call = calls && { name: calls.name, arguments: JSON.stringify(calls.args) }
  const said = [
    ...(thought ? [{ reasoning_content: thought, content: '' }] : []),
    ...(call ? [{ content: '', function_call: call }] : pieces.map(content => ({ content }))),
  ]
  return said.map((one, seq) => {
    const status = seq === said.length - 1 ? 2 : seq === 0 ? 0 : 1
    return {
      header: { code: 0, message: 'Success', sid: 'cht-1', status },
      payload: {
        choices: { status, seq, text: [{ ...one, role: 'assistant', index: 0 }] },
        ...(status === 2 && { usage: { text: USAGE } }),
      },
    }
  })
}

const words = z.string().min(1)
const shape = z.strictObject({
  header: z.strictObject({ app_id: z.literal(APP), uid: words.optional() }),
  parameter: z.strictObject({
    chat: z.strictObject({
      domain: z.literal('generalv3.5'),
      temperature: z.number().optional(),
      top_k: z.int().min(1).max(6).optional(),
      max_tokens: z.int().min(1).max(8192).optional(),
    }),
  }),
  payload: z.strictObject({
    message: z.strictObject({
      text: z.array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: words })).min(1),
    }),
    functions: z
      .strictObject({
        text: z.array(
          z.strictObject({
            name: words,
            description: z.string().optional(),
            parameters: z.looseObject({ type: z.literal('object') }),
          }),
        ),
      })
      .optional(),
  }),
})

/**
 * Recomputes the signature byte by byte; null: it is right.
 * https://www.xfyun.cn/doc/spark/general_url_authentication.html
 */
function wrongSignature(path: string, query: URLSearchParams, host: string): string | null {
  const date = query.get('date') ?? ''
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(date)) return 'date'
  if (query.get('host') !== host) return 'host'
  const text = ['host: ', host, '\n', 'date: ', date, '\n', 'GET ', path, ' HTTP/1.1'].join('')
  const signature = createHmac('sha256', SECRET).update(text).digest('base64')
  const authorization = `hmac username="${KEY}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`
  return atob(query.get('authorization') ?? '') === authorization ? null : 'HMAC signature does not match'
}
