/**
 * A proxy of `Bun.serve` and `fetch` that sees every byte and does nothing else: the minimum cost of any gateway on
 * this runtime.
 */
const { PORT, UPSTREAM } = process.env

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(PORT),
  async fetch(request) {
    const { pathname } = new URL(request.url)
    const { status, headers, body } = await fetch(`http://127.0.0.1:${UPSTREAM}${pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: await request.bytes(),
    })
    const passed = { 'content-type': headers.get('content-type') ?? '' }
    return new Response(body && readAlong(body), { status, headers: passed })
  },
})

/** Otherwise Bun would pass the bytes on by itself, and no gateway could count them. */
function readAlong(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}
