import { EventStreamCodec } from '@smithy/eventstream-codec'

/** For tests: messages as AWS writes them, one after another. */
export function eventStream(messages: readonly { headers: Record<string, string>; body?: unknown }[]): Uint8Array {
  return Buffer.concat(
    messages.map(({ headers, body }) => encode(headers, body === undefined ? '' : JSON.stringify(body))),
  )
}

const codec = new EventStreamCodec(
  bytes => new TextDecoder().decode(bytes as Uint8Array), // it only decodes its own bytes
  text => new TextEncoder().encode(text),
)

const encode = (headers: Record<string, string>, text: string): Uint8Array =>
  codec.encode({
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { type: 'string', value }])),
    body: new TextEncoder().encode(text),
  })
