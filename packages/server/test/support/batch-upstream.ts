/** The answer to one request of a batch, or that it failed. */
type Answer = (request: Record<string, unknown>) => object | 'failed'

interface StoredBatch {
  told: Record<string, unknown>
  requests: { custom_id: string; body: Record<string, unknown> }[]
}

/**
 * An upstream that keeps files and batches as OpenAI and Anthropic do. A batch runs until a test ends it. Ids, statuses
 * and result shapes follow the public references.
 */
export function startBatchUpstream(answer: Answer) {
  const files = new Map<string, { told: Record<string, unknown>; content: string }>()
  const batches = new Map<string, StoredBatch>()
  const calls: string[] = []
  /** Called before each answer is sent. */
  let before: (call: string) => Promise<unknown> | undefined = () => undefined
  let made = 0
  const newId = (kind: string) => `${kind}upstream${++made}`
  const missing = (what: string) =>
    Response.json({ error: { message: `No such ${what}`, type: 'invalid_request_error' } }, { status: 404 })

  async function files_(request: Request, id: string | undefined, part: string | undefined): Promise<Response> {
    if (request.method === 'POST') {
      const form = await request.formData()
      const file = form.get('file') as File
      const told = {
        id: newId('file-'),
        object: 'file',
        bytes: file.size,
        created_at: 1_700_000_000,
        filename: file.name,
        purpose: form.get('purpose'),
        status: 'processed',
      }
      files.set(told.id, { told, content: await file.text() })
      return Response.json(told)
    }
    const file = files.get(id ?? '')
    if (!file) return missing(`File object: ${id}`)
    if (part === 'content') return new Response(file.content)
    if (request.method !== 'DELETE') return Response.json(file.told)
    files.delete(id ?? '')
    return Response.json({ id, object: 'file', deleted: true })
  }

  async function openAi(request: Request, id: string | undefined, part: string | undefined): Promise<Response> {
    if (request.method === 'POST' && !id) {
      const asked = (await request.json()) as Record<string, unknown>
      const file = files.get(String(asked.input_file_id))
      if (!file) return missing('file')
      const requests = file.content
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line))
      const told = { id: newId('batch_'), object: 'batch', ...asked, status: 'in_progress', created_at: 1_700_000_000 }
      batches.set(told.id, { told, requests })
      return Response.json(told)
    }
    const batch = batches.get(id ?? '')
    if (!batch) return missing('batch')
    if (part === 'cancel') batch.told.status = 'cancelling'
    return Response.json(batch.told)
  }

  async function anthropic(request: Request, id: string | undefined, part: string | undefined): Promise<Response> {
    if (request.method === 'POST' && !id) {
      const { requests } = (await request.json()) as { requests: { custom_id: string; params: never }[] }
      const told = {
        id: newId('msgbatch_'),
        type: 'message_batch',
        processing_status: 'in_progress',
        request_counts: { processing: requests.length, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
        created_at: '2026-01-01T00:00:00Z',
        expires_at: '2026-01-02T00:00:00Z',
        results_url: null,
      }
      const stored = requests.map(({ custom_id, params }) => ({ custom_id, body: params }))
      batches.set(told.id, { told, requests: stored })
      return Response.json(told)
    }
    const batch = batches.get(id ?? '')
    if (!batch) return missing('batch')
    if (part === 'cancel') batch.told.processing_status = 'canceling'
    if (part === 'results') return new Response(results.get(id ?? '') ?? '')
    if (request.method !== 'DELETE') return Response.json(batch.told)
    batches.delete(id ?? '')
    return Response.json({ id, type: 'message_batch_deleted' })
  }

  const results = new Map<string, string>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const call = `${request.method} ${pathname.replace(/[\w-]*upstream\d+/, '*')}`
      calls.push(call)
      const [, , ...rest] = pathname.split('/')
      const answered = await {
        files: () => files_(request, rest[1], rest[2]),
        batches: () => openAi(request, rest[1], rest[2]),
        messages: () => anthropic(request, rest[2], rest[3]),
      }[rest[0] as 'files']?.()
      await before(call)
      return answered ?? missing('path')
    },
  })

  return {
    url: server.url.href.replace(/\/$/, ''),
    /** The calls so far, such as `POST /v1/files`. */
    calls,
    files,
    batches,
    /** Delays every answer until the promise returned for its call resolves. */
    holdBack(wait: typeof before) {
      before = wait
    },
    /** Ends every running batch. `many` of its requests were done, the rest were not. */
    finish(status: 'completed' | 'expired' | 'cancelled' | 'failed' = 'completed', many = Number.POSITIVE_INFINITY) {
      for (const { told, requests } of batches.values()) {
        const done = requests.slice(0, many).map(request => ({ ...request, answer: answer(request.body) }))
        const succeeded = done.filter(one => one.answer !== 'failed')
        const failed = done.filter(one => one.answer === 'failed')
        if (told.object === 'batch') {
          if (told.status !== 'in_progress' && told.status !== 'cancelling') continue
          told.status = status
          const line = (custom_id: string, status_code: number, body: unknown) =>
            JSON.stringify({
              id: 'batch_req_1',
              custom_id,
              response: { status_code, request_id: 'r', body },
              error: null,
            })
          const write = (lines: string[]) => {
            if (lines.length === 0) return null
            const id = newId('file-')
            const about = {
              id,
              object: 'file',
              purpose: 'batch_output',
              filename: 'out.jsonl',
              bytes: 1,
              created_at: 1,
            }
            files.set(id, { told: about, content: lines.map(one => `${one}\n`).join('') })
            return id
          }
          told.output_file_id = write(succeeded.map(({ custom_id, answer }) => line(custom_id, 200, answer)))
          told.error_file_id = write(
            failed.map(({ custom_id }) =>
              line(custom_id, 400, { error: { message: 'Key upstream-key has no access', type: 'bad' } }),
            ),
          )
          continue
        }
        told.processing_status = 'ended'
        told.results_url = `https://api.hidden.example/v1/messages/batches/${told.id}/results`
        const lines = [
          ...succeeded.map(({ custom_id, answer }) => ({ custom_id, result: { type: 'succeeded', message: answer } })),
          ...failed.map(({ custom_id }) => ({
            custom_id,
            result: { type: 'errored', error: { type: 'error', error: { type: 'x', message: 'Key upstream-key' } } },
          })),
          ...requests.slice(done.length).map(({ custom_id }) => ({ custom_id, result: { type: 'expired' } })),
        ]
        results.set(String(told.id), lines.map(one => `${JSON.stringify(one)}\n`).join(''))
      }
    },
    stop: () => server.stop(true),
  }
}

export type BatchUpstream = ReturnType<typeof startBatchUpstream>
