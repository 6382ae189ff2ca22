import { SocksProxyAgent } from 'socks-proxy-agent'
// Bun's own implementation of `ws`, which reports refusals and supports proxies.
import WebSocket from 'ws'
import { LONGEST_MESSAGE_BYTES } from './end.ts'
import type { Transport } from './transport.ts'

const LONGEST_REFUSAL_BYTES = 64 * 1024

/** Opens a WebSocket, sends the body as its only message, and returns what comes until it closes as server-sent events. */
export const sendOverSocket: Transport = ({ url, body, signal, proxy }) => {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const socket = new WebSocket(url, {
    maxPayload: LONGEST_MESSAGE_BYTES,
    perMessageDeflate: false,
    ...(proxy && (proxy.startsWith('socks') ? { agent: new SocksProxyAgent(proxy) } : { proxy })),
  })
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null
  let isOver = false

  function end(error?: unknown): void {
    if (isOver) return
    isOver = true
    signal.removeEventListener('abort', leave)
    socket.terminate()
    reject(error)
    if (error === undefined) stream?.close()
    else stream?.error(error)
  }
  const leave = () => end(signal.reason)

  socket.on('open', () => {
    const messages = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller
      },
      pull: () => socket.resume(),
      cancel: () => end(),
    })
    resolve(new Response(messages, { headers: { 'content-type': 'text/event-stream' } }))
    socket.send(String(body)) // hosts with WebSockets take no forms
  })
  socket.on('message', (data: Buffer) => {
    if (isOver) return
    stream?.enqueue(toEvent(data.toString()))
    // unread messages must not fill the memory
    if ((stream?.desiredSize ?? 0) <= 0) socket.pause()
  })
  socket.on('unexpected-response', async (_request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of response.take(LONGEST_REFUSAL_CHUNKS)) chunks.push(chunk)
    const { statusCode: status = 502, headers } = response
    const text = Buffer.concat(chunks).subarray(0, LONGEST_REFUSAL_BYTES).toString()
    resolve(new Response(text, { status, headers: { 'content-type': headers['content-type'] ?? '' } }))
    end()
  })
  socket.on('error', end)
  socket.on('close', () => end())
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  return promise
}

const LONGEST_REFUSAL_CHUNKS = 16

const encoder = new TextEncoder()
const toEvent = (message: string): Uint8Array =>
  encoder.encode(
    `${message
      .split(/\r\n|\r|\n/)
      .map(line => `data: ${line}\n`)
      .join('')}\n`,
  )
