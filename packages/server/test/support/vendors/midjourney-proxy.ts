/** A task, as the proxy stores it. https://github.com/novicezk/midjourney-proxy/blob/main/docs/api.md */
interface ProxyTask {
  id: string
  action: string
  prompt: string
  promptEn: string
  description: string
  state: string
  submitTime: number
  startTime: number
  finishTime: number
  imageUrl: string
  status: string
  progress: string
  failReason: string
  buttons: object[]
  properties: Record<string, unknown>
  notifyHook: string
}

interface ProxyRequest {
  method: string
  path: string
  secret: string | null
  authorization: string | null
  body: Record<string, unknown>
}

type Answer = Response | object | undefined

/** Submits that are answered at once, with their action. */
const NEW: Readonly<Record<string, string>> = {
  'submit/imagine': 'IMAGINE',
  'submit/describe': 'DESCRIBE',
  'submit/shorten': 'SHORTEN',
  'submit/blend': 'BLEND',
  'submit/video': 'VIDEO',
  'submit/edits': 'EDITS',
  'insight-face/swap': 'SWAP_FACE',
}
const CHANGES: Readonly<Record<string, string>> = { U: 'UPSCALE', V: 'VARIATION', R: 'REROLL' }

/**
 * A Midjourney proxy. Its tasks stay as they are until a test changes them; each change is sent to the task's hook.
 * @param secret what its callers must send as `mj-api-secret`
 */
export function startMidjourneyProxy(secret = 'upstream-key') {
  const tasks = new Map<string, ProxyTask>()
  const requests: ProxyRequest[] = []
  /** Replaces its answer; undefined: it answers itself. */
  let instead: (request: ProxyRequest) => Answer | Promise<Answer> = () => undefined
  let made = 0

  function make(action: string, body: Record<string, unknown>, fields: Partial<ProxyTask> = {}): ProxyTask {
    const now = Date.now()
    const task: ProxyTask = {
      id: `17320${String(++made).padStart(11, '0')}`,
      action,
      prompt: String(body.prompt ?? ''),
      promptEn: String(body.prompt ?? ''),
      description: `/${action.toLowerCase()} ${body.prompt ?? ''}`,
      state: String(body.state ?? ''),
      submitTime: now,
      startTime: 0,
      finishTime: 0,
      imageUrl: '',
      status: 'SUBMITTED',
      progress: '0%',
      failReason: '',
      buttons: [],
      properties: { finalPrompt: String(body.prompt ?? '') },
      notifyHook: String(body.notifyHook ?? ''),
      ...fields,
    }
    tasks.set(task.id, task)
    return task
  }

  const taken = (task: ProxyTask, code = 1, properties: object = {}) => ({
    code,
    description: code === 22 ? 'In queue, 1 tasks ahead' : 'Submit success',
    result: task.id,
    properties,
  })
  const refused = (code: number, description: string, properties: object = {}) => ({ code, description, properties })

  function change(origin: ProxyTask | undefined, action: string, body: Record<string, unknown>, mark: string) {
    if (!origin) return refused(3, 'Task does not exist or has expired')
    if (origin.status !== 'SUCCESS') return refused(9, 'The related task has not succeeded')
    const description = `${origin.id} ${mark}`
    const known = [...tasks.values()].find(task => task.description === description)
    if (action === 'UPSCALE' && known) {
      const { status, imageUrl } = known
      return taken(known, 21, { status, imageUrl })
    }
    return taken(make(action, body, { prompt: origin.prompt, description }))
  }

  function submit(path: string, body: Record<string, unknown>): object | null {
    const origin = tasks.get(String(body.taskId))
    const action = NEW[path]
    if (action) {
      if (action === 'IMAGINE' && !body.prompt) return refused(4, 'prompt cannot be empty')
      if (/\bgore\b/.test(String(body.prompt)))
        return refused(24, 'May contain sensitive words', { promptEn: body.prompt, bannedWord: 'gore' })
      return taken(make(action, body))
    }
    if (path === 'submit/upload-discord-images')
      return { code: 1, description: 'Submit success', result: ['https://cdn.discordapp.test/attachments/1/2/one.png'] }
    if (path === 'submit/change') return change(origin, String(body.action), body, `${body.action}${body.index ?? ''}`)
    if (path === 'submit/simple-change') {
      const [id = '', word = ''] = String(body.content).split(' ')
      return change(tasks.get(id), CHANGES[word.charAt(0)] ?? '', body, word)
    }
    if (path === 'submit/action') {
      const customId = String(body.customId)
      if (origin && /::(Inpaint|CustomZoom)::/.test(customId))
        return taken(make('ACTION', body, { status: 'MODAL', prompt: origin.prompt }), 21, { remix: true })
      return change(origin, customId.includes('upsample') ? 'UPSCALE' : 'ACTION', body, customId)
    }
    if (path !== 'submit/modal') return null
    if (origin?.status !== 'MODAL') return refused(3, 'Task does not exist or has expired')
    Object.assign(origin, { status: 'SUBMITTED', prompt: String(body.prompt ?? ''), notifyHook: body.notifyHook ?? '' })
    return taken(origin)
  }

  const told = ({ notifyHook: _, ...task }: ProxyTask) => task

  function read(path: string, body: Record<string, unknown>): object | null {
    if (path === 'task/list-by-condition')
      return (body.ids as string[]).flatMap(id => {
        const task = tasks.get(id)
        return task ? [told(task)] : []
      })
    const [, id = '', what] = /^task\/([^/]+)\/(fetch|image-seed)$/.exec(path) ?? []
    const task = tasks.get(id)
    if (what === 'fetch') return task ? told(task) : refused(3, 'not found')
    if (what === 'image-seed')
      return task ? { code: 1, description: 'success', result: '1259687673' } : refused(3, 'gone')
    return null
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/pictures/')) return picture(pathname)
      const text = await request.text()
      const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
      const { method, headers } = request
      const asked: ProxyRequest = {
        method,
        body,
        path: pathname,
        secret: headers.get('mj-api-secret'),
        authorization: headers.get('authorization'),
      }
      requests.push(asked)
      const other = await instead(asked)
      if (other instanceof Response) return other
      if (other) return Response.json(other)
      if (asked.secret !== secret) return Response.json({ description: 'Invalid secret' }, { status: 401 })
      const path = pathname.replace(/^(\/mj-(fast|turbo|relax))?\/mj\//, '')
      const answer = method === 'POST' ? (submit(path, body) ?? read(path, body)) : read(path, body)
      return answer ? Response.json(answer) : new Response('<html>404 page not found</html>', { status: 404 })
    },
  })
  const url = server.url.href.replace(/\/$/, '')

  return {
    url,
    tasks,
    requests,
    /** The submits so far, by path. */
    submits: () => requests.filter(({ path }) => !path.includes('/task/')).map(({ path }) => path),
    /** Replaces its answers until the next call. */
    answer(otherwise: typeof instead = () => undefined) {
      instead = otherwise
    },
    last(): ProxyTask {
      const task = [...tasks.values()].at(-1)
      if (!task) throw new Error('nothing was submitted')
      return task
    },
    /** What a hook is told about a task. */
    told,
    /** Changes a task and calls its hook; returns the hook's status, or null if it has none. */
    async change(task: ProxyTask, fields: Partial<ProxyTask>): Promise<number | null> {
      Object.assign(task, fields)
      if (!task.notifyHook) return null
      const headers = { 'content-type': 'application/json' }
      return (await fetch(task.notifyHook, { method: 'POST', headers, body: JSON.stringify(told(task)) })).status
    },
    succeeded: (name = 'one.png'): Partial<ProxyTask> => ({
      status: 'SUCCESS',
      progress: '100%',
      imageUrl: `${url}/pictures/${name}`,
      finishTime: Date.now(),
      buttons: [{ customId: 'MJ::JOB::upsample::1::3dbb', emoji: '', label: 'U1', type: 2, style: 2 }],
    }),
    failed: (failReason = 'Invalid parameter'): Partial<ProxyTask> => ({ status: 'FAILURE', progress: '', failReason }),
    stop: () => server.stop(true),
  }
}

export type MidjourneyProxy = ReturnType<typeof startMidjourneyProxy>

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Serves a picture, or something else in its place, by its name. */
function picture(path: string): Response {
  if (path.endsWith('.svg')) return new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } })
  if (path.endsWith('.html')) return new Response('<html/>', { headers: { 'content-type': 'text/html' } })
  if (path.endsWith('large.png'))
    return new Response(new Uint8Array(40 * 1024 * 1024), { headers: { 'content-type': 'image/png' } })
  if (path.endsWith('moved.png')) return Response.redirect('http://169.254.169.254/latest/meta-data')
  return new Response(PNG, { headers: { 'content-type': 'image/png' } })
}
