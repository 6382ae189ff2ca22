import { type AddressInfo, connect as connectTo } from 'node:net'
import { createServer } from 'node:tls'
import { certificate } from './certificate.ts'

/** Serves a gateway over TLS: OpenAI's clients open live sessions only over TLS. */
export async function startTlsFront(gatewayUrl: string): Promise<{ url: string; stop(): void }> {
  const front = createServer(certificate, client => {
    const onward = connectTo(Number(new URL(gatewayUrl).port), '127.0.0.1')
    client.pipe(onward).pipe(client)
    client.on('error', () => onward.destroy())
    onward.on('error', () => client.destroy())
  })
  await new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve))
  return { url: `https://127.0.0.1:${(front.address() as AddressInfo).port}/v1`, stop: () => void front.close() }
}
