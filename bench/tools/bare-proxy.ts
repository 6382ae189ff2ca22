/** A proxy of `Bun.serve` and `fetch` that sees every byte and does nothing else: what any gateway on this runtime costs at least. */
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

/** Without this Bun would pass the bytes on by itself, and no gateway could count what they say. */
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
