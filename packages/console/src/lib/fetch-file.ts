import type { Call } from '@tollgate/contract'
import { askForFile } from './call.ts'

interface Receiving {
  signal: AbortSignal
  /** Called with the bytes received so far. */
  onBytes(bytes: number): void
}

/** How often a page is updated. */
const TOLD_EVERY_MS = 250

/** Fetches a file that a call returns without an envelope. Throws a `CallError`. The browser keeps large parts on disk. */
export async function fetchFile(
  call: Call,
  query: Record<string, unknown>,
  { signal, onBytes }: Receiving,
): Promise<{ name: string; content: Blob }> {
  const response = await askForFile(call, query, signal)
  let received = 0
  let toldAt = 0
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        received += bytes.length
        if (performance.now() - toldAt > TOLD_EVERY_MS) {
          toldAt = performance.now()
          onBytes(received)
        }
        controller.enqueue(bytes)
      },
    }),
  )
  const type = response.headers.get('content-type') ?? ''
  const content = await new Response(counted ?? null, { headers: { 'content-type': type } }).blob()
  const [, name = 'export'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { name, content }
}
