import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Log, Page } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { type SingleCallHost, singleCalls, startSingleCallHost } from '../../../test/support/single-calls/index.ts'
import { PICTURE, PNG } from '../../../test/support/single-calls/picture.ts'
import { until } from '../../../test/support/until.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  const prices = singleCalls.filter(({ charged }) => !charged).map(({ model }) => [model, 0.01])
  await gateway.setOption('ModelPrice', JSON.stringify(Object.fromEntries(prices)))
  bearer = (await gateway.makeToken()).bearer
})
afterAll(() => gateway.stop())

describe.each(singleCalls)('$name', line => {
  const { type, key, other = '', model, call, hears, failure } = line
  let host: SingleCallHost
  let channelId: number

  beforeAll(async () => {
    host = startSingleCallHost(line)
    channelId = (await gateway.makeChannel({ type, key, other, base_url: host.url, models: model })).id
  })
  beforeEach(() => {
    host.requests.length = 0
    host.script = {}
  })
  afterAll(async () => {
    await gateway.consoleCall('DELETE', `/api/channel/${channelId}`)
    await host.stop()
  })

  const ask = () =>
    fetch(gateway.url + call.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: call.body instanceof FormData ? call.body : JSON.stringify({ model, ...call.body }),
    })

  test('gets a request in its own format, and its answer is understood', async () => {
    const response = await ask()
    const heard = await read(response)
    expect([response.status, heard]).toEqual([200, asHeard(hears)])
    expect(response.headers.get('x-tollgate-losses')).toEqual(line.losses ? expect.stringContaining(line.losses) : null)
    expect(host.requests.length).toBe(1 + (line.task?.answers.length ?? 0))
  })

  test('is charged by what it made', async () => {
    const response = await ask()
    await response.arrayBuffer()
    const [row] = await gateway.logsOf(response)
    if (line.charged) expect(row).toMatchObject(line.charged)
    else expect(row?.quota).toBe(5000 * (line.units ?? 1))
  })

  const failures = failure ? [failure] : []
  test.each(failures)(
    'a failure at status 200 counts as a failure and is free: $message',
    async ({ answer, status, message }) => {
      host.script = { answer }
      const response = await ask()
      const { error } = (await response.json()) as { error: { message: string } }
      expect([response.status, error.message]).toEqual([status, expect.stringContaining(message)])
      const rows = await gateway.logsOf(response)
      expect(rows.map(({ quota }) => quota).filter(quota => quota !== 0)).toEqual([])
    },
  )

  test('does not leak any part of its key when it repeats it', async () => {
    const parts = key.split(/[|.]/).filter(part => part.length >= 8)
    host.script = { answer: { error: { message: `wrong key: ${parts.join(' and ')}` } } }
    const told = await (await ask()).text()
    for (const part of parts) expect(told).not.toContain(part)
    expect(told).toContain('***')
  })

  test.each([{}, { data: [] }, { output: {} }, { result: null, success: true, errors: [] }])(
    'an empty answer counts as a failure: %j',
    async answer => {
      host.script = { answer }
      const response = await ask()
      await response.arrayBuffer()
      const [row] = await gateway.logsOf(response)
      expect(row?.quota ?? 0).toBe(0)
    },
  )
})

describe('requests that the vendor cannot take are refused before it is called', () => {
  const lines = new Map(singleCalls.map(line => [line.name, line]))
  const hosts: SingleCallHost[] = []
  const ids: number[] = []

  afterAll(async () => {
    for (const id of ids) await gateway.consoleCall('DELETE', `/api/channel/${id}`)
    for (const host of hosts) await host.stop()
  })

  const formOf = (fields: Record<string, string | Blob>): FormData => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return form
  }
  const picture = new Blob([PNG], { type: 'image/png' })
  const EDIT = 'a picture edited by DashScope at once'
  const SPEECH = 'Volcengine’s speech'
  const TRANSCRIPTION = 'a transcription of Cloudflare’s, of the bare file'
  const IMAGE = 'an image of Cloudflare’s in JSON'

  test.each<[what: string, line: string, body: object, says: string]>([
    ['a file that is no picture', EDIT, formOf({ prompt: 'p', image: new Blob(['<svg/>']) }), 'not an image'],
    ['an edit of nothing', EDIT, formOf({ prompt: 'p' }), 'image to edit is missing'],
    [
      'a picture by an address of the machine',
      EDIT,
      { prompt: 'p', image: 'file:///etc/passwd' },
      'address or data URL',
    ],
    ['a prompt that is none', EDIT, { prompt: 5, image: PICTURE }, 'prompt must be a text'],
    ['a text field in place of the sound', TRANSCRIPTION, formOf({ file: 'sound' }), 'could name another sound'],
    [
      'subtitles in a form nobody writes',
      TRANSCRIPTION,
      formOf({ file: picture, response_format: 'srt' }),
      'json, text',
    ],
    ['a transcription as a stream', TRANSCRIPTION, formOf({ file: picture, stream: 'true' }), 'does not stream'],
    ['sound the client could not play', SPEECH, { input: 'i', voice: 'v', response_format: 'flac' }, 'mp3, opus, wav'],
    ['sound of no kind', SPEECH, { input: 'i', voice: 'v', response_format: 'constructor' }, 'must be one of'],
    ['speech of nobody', SPEECH, { input: 'i' }, 'voice'],
    ['several images of a model that makes one', IMAGE, { prompt: 'p', n: 2 }, 'one image at a time'],
    ['a stream of images', IMAGE, { prompt: 'p', stream: true }, 'does not stream'],
  ])('%s', async (_what, name, fields, says) => {
    const line = lines.get(name)
    if (!line) throw new Error(`no line ${name}`)
    const { type, key, other = '', model } = line
    const host = startSingleCallHost(line)
    hosts.push(host)
    const mapped = { models: `${model} refusing`, model_mapping: JSON.stringify({ [`${model} refusing`]: model }) }
    ids.push((await gateway.makeChannel({ type, key, other, base_url: host.url, ...mapped })).id)
    if (fields instanceof FormData) fields.set('model', mapped.models)
    const response = await fetch(gateway.url + line.call.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: fields instanceof FormData ? fields : JSON.stringify({ model: mapped.models, ...fields }),
    })
    const { error } = (await response.json()) as { error: { message: string } }
    expect([response.status, error.message, host.requests.length]).toEqual([400, expect.stringContaining(says), 0])
  })

  test('a form whose files are too large for memory', async () => {
    const line = lines.get(EDIT)
    if (!line) throw new Error('no line')
    const host = startSingleCallHost(line)
    hosts.push(host)
    ids.push((await gateway.makeChannel({ type: line.type, key: line.key, base_url: host.url, models: 'large' })).id)
    const large = new Blob([PNG, new Uint8Array(33 * 1024 * 1024)], { type: 'image/png' })
    const response = await fetch(`${gateway.url}/v1/images/edits`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: formOf({ model: 'large', prompt: 'p', image: large }),
    })
    expect([response.status, host.requests.length]).toEqual([413, 0])
  })
})

describe('a task that the call waits for', () => {
  const line = singleCalls.find(({ task }) => task)
  let host: WireUpstream
  let channelId: number
  let hears: (path: string) => void
  /** The host's answer about its task. */
  let told: () => Response

  beforeAll(async () => {
    host = startWireUpstream(({ method, path }) => {
      hears(path)
      return method === 'POST'
        ? Response.json({ output: { task_id: 't', task_status: 'PENDING' } }, { headers: { 'retry-after': '0' } })
        : told()
    })
    const { type, key } = line ?? { type: 17, key: 'k' }
    const model_mapping = '{"slow-image":"wanx2.1-t2i-turbo"}'
    channelId = (await gateway.makeChannel({ type, key, base_url: host.url, models: 'slow-image', model_mapping })).id
    await gateway.setOption('ModelPrice', '{"slow-image":0.01}')
  })
  beforeEach(() => {
    host.requests.length = 0
    hears = () => undefined
  })
  afterAll(async () => {
    await gateway.consoleCall('DELETE', `/api/channel/${channelId}`)
    await host.stop()
  })

  const ask = (init: RequestInit = {}) =>
    fetch(`${gateway.url}/v1/images/generations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model: 'slow-image', prompt: 'a cat' }),
      ...init,
    })

  test.each([
    [{ output: { task_id: 't', task_status: 'RUNNING' } }, 504],
    [{ output: { task_id: 't', task_status: 'CANCELED' } }, 502],
    [{ output: { task_id: 't', task_status: 'UNKNOWN' } }, 502],
    [{ output: { task_id: 't', task_status: 'SUCCEEDED', results: [] } }, 502],
    [{ output: { task_id: 't', task_status: 'FAILED', code: 'InternalError', message: 'try again' } }, 500],
    [{ output: { task_status: 'SUCCEEDED', results: [{ code: 'DataInspectionFailed', message: 'not this' }] } }, 400],
  ])('that comes to nothing is a failure, and free: %j', async (answer, status) => {
    told = () => Response.json(answer, { headers: { 'retry-after': '0' } })
    const response = await ask()
    await response.arrayBuffer()
    const rows = await gateway.logsOf(response)
    expect([response.status, rows.reduce((sum, { quota }) => sum + quota, 0)]).toEqual([status, 0])
  })

  test('is no longer polled when its client leaves, who pays for the prompt', async () => {
    const asked = Promise.withResolvers<void>()
    hears = path => path.includes('/tasks/') && asked.resolve()
    told = () =>
      Response.json({ output: { task_id: 't', task_status: 'RUNNING' } }, { headers: { 'retry-after': '60' } })
    const leaving = new AbortController()
    const asking = ask({ signal: leaving.signal }).catch(() => null)
    await asked.promise
    leaving.abort()
    await asking
    const left = await until(
      async () => {
        const { items } = await gateway.consoleCall<Page<Log>>('GET', '/api/log/?model_name=slow-image')
        return items.filter(({ other }) => other.includes('client_gone'))
      },
      rows => rows.length > 0,
    )
    expect(left.map(({ other }) => JSON.parse(other).charge_rule.ended_by)).toEqual(['client_before'])
    expect(host.requests.filter(({ path }) => path.includes('/tasks/')).length).toBe(1)
  })
})

/** The JSON, or the kind of the bytes. */
async function read(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return response.json()
  return { type, bytes: [...(await response.bytes())] }
}

/** Ignores further members of the answer. */
const asHeard = (hears: unknown): unknown =>
  typeof hears === 'object' && hears !== null && 'bytes' in hears ? hears : expect.objectContaining(hears as object)
