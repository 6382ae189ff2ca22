/** A task, as the upstream stores it. */
export interface UpstreamTask {
  id: string
  /** `MUSIC`, `LYRICS`, `video`. */
  action: string
  /** Its input: the JSON body, or the form's fields. */
  asked: Record<string, unknown>
  key: string
  state: 'queued' | 'running' | 'succeeded' | 'failed'
  reason: string
  progress: number
  /** Unix seconds. */
  startTime?: number
  finishTime?: number
}

/** Replaces the answer to a call; undefined: as usual. */
type Otherwise = (call: string, request: Request) => Response | Promise<Response | undefined> | undefined

/** The beginning of an mp4 file. */
export const VIDEO_BYTES = new Uint8Array([0, 0, 0, 0x18, ...Buffer.from('ftypmp42'), ...Buffer.alloc(100_000, 7)])

/**
 * An upstream that makes music by Suno's proxy protocol and videos in OpenAI's format. A task runs until a test ends
 * it. Shapes follow the public references.
 */
export function startTaskUpstream() {
  const tasks = new Map<string, UpstreamTask>()
  const calls: string[] = []
  let otherwise: Otherwise = () => undefined
  let made = 0

  function make(action: string, asked: Record<string, unknown>, request: Request): UpstreamTask {
    const key = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    const id = `up-${action.toLowerCase()}-${++made}`
    const task: UpstreamTask = { id, action, asked, key, state: 'queued', reason: '', progress: 0 }
    tasks.set(id, task)
    return task
  }

  const sunoTask = ({ id, action, state, reason, progress, startTime, finishTime }: UpstreamTask) => ({
    task_id: id,
    action,
    status: { queued: 'QUEUED', running: 'IN_PROGRESS', succeeded: 'SUCCESS', failed: 'FAILURE' }[state],
    fail_reason: reason,
    progress: `${progress}%`,
    start_time: startTime ?? 0,
    finish_time: finishTime ?? 0,
    data:
      state === 'succeeded'
        ? [{ id: `clip-of-${id}`, audio_url: 'https://cdn.example/a.mp3', status: 'complete' }]
        : null,
  })

  const video = ({ id, state, reason, progress, asked }: UpstreamTask) => ({
    id,
    object: 'video',
    model: asked.model,
    progress,
    created_at: 1,
    status: { queued: 'queued', running: 'in_progress', succeeded: 'completed', failed: 'failed' }[state],
    seconds: asked.seconds ?? '4',
    size: asked.size ?? '720x1280',
    error: state === 'failed' ? { code: 'moderation', message: reason } : null,
  })

  async function fieldsOf(request: Request): Promise<Record<string, unknown>> {
    if (!request.headers.get('content-type')?.startsWith('multipart/')) return (await request.json()) as never
    const fields: Record<string, unknown> = {}
    for (const [name, value] of await request.formData())
      fields[name] = value instanceof File ? { type: value.type, bytes: value.size } : value
    return fields
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const [root, first, second, third] = pathname.split('/').slice(1)
    if (root === 'suno' && first === 'submit')
      return Response.json({
        code: 'success',
        message: '',
        data: make(second ?? '', (await request.json()) as never, request).id,
      })
    if (root === 'suno') {
      const { ids } = (await request.json()) as { ids: string[] }
      const found = ids.flatMap(id => tasks.get(id) ?? [])
      return Response.json({ code: 'success', message: '', data: found.map(sunoTask) })
    }
    if (root !== 'v1' || first !== 'videos') return new Response('no such path', { status: 404 })
    if (!second) return Response.json(video(make('video', await fieldsOf(request), request)))
    const task = tasks.get(second)
    if (!task) return Response.json({ error: { message: 'No such video', code: 'not_found' } }, { status: 404 })
    if (third === 'remix')
      return Response.json(video(make('video', { ...(await fieldsOf(request)), of: second }, request)))
    if (third === 'content') return new Response(VIDEO_BYTES, { headers: { 'content-type': 'video/mp4' } })
    if (request.method === 'DELETE') tasks.delete(second)
    return Response.json(video(task))
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const call = `${request.method} ${new URL(request.url).pathname.replace(/up-[\w-]+/, '*')}`
      calls.push(call)
      return (await otherwise(call, request)) ?? answer(request)
    },
  })

  return {
    url: `http://127.0.0.1:${server.port}`,
    calls,
    tasks,
    all: () => [...tasks.values()],
    /** The newest task. */
    last(): UpstreamTask {
      const task = [...tasks.values()].at(-1)
      if (!task) throw new Error('no task was made')
      return task
    },
    /** Lets a test replace answers from now on. */
    misbehave(how: Otherwise = () => undefined) {
      otherwise = how
    },
    forget: (id: string) => tasks.delete(id),
    stop: () => server.stop(true),
  }
}
export type TaskUpstream = ReturnType<typeof startTaskUpstream>
