import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { providerOf } from '@tollgate/gateway'
import { videoVendors as hosts } from '../../../../test/support/vendors/videos/index.ts'
import { PICTURE } from '../../../../test/support/vendors/videos/picture.ts'
import { FILM, type VideoStandIn } from '../../../../test/support/vendors/videos/video-vendor.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { makeCredentials } from '../../../relay/upstream/credentials/index.ts'
import type { PolledTask, TaskChannel, UpstreamTaskRequest, VideoRequest } from '../vendor.ts'
import { videoVendors } from './vendors/index.ts'

const now = () => Math.floor(Date.now() / 1000)
const credentials = makeCredentials(now)
const tools = { now }

function ofType(type: number) {
  const vendor = videoVendors.find(({ channelTypes }) => channelTypes.includes(type))
  const provider = providerOf(type)
  if (!vendor || !provider) throw new Error(`no vendor of type ${type}`)
  return { vendor, provider }
}

describe.each(hosts)('$name', host => {
  const { vendor, provider } = ofType(host.type)
  let standIn: VideoStandIn
  let channel: TaskChannel

  beforeAll(() => {
    standIn = host.start()
    const { type, key, other = '' } = host
    channel = { ...{ type, key, other, provider, baseUrl: standIn.url }, organization: '' } as TaskChannel
  })
  beforeEach(() => {
    standIn.jobs.length = 0
    standIn.requests.length = 0
    standIn.script = { says: host.words[0]?.[0] ?? '', fileType: 'video/mp4' }
  })
  afterAll(() => standIn.stop())

  const asked = (request: Partial<VideoRequest> = {}): VideoRequest => ({
    model: 'of-the-client',
    upstreamModel: host.model,
    prompt: 'A harbour at dawn',
    seconds: null,
    size: null,
    mode: '',
    images: [],
    metadata: {},
    remixOf: null,
    ...request,
  })

  async function send({ method, url, headers, body = '', credential }: UpstreamTaskRequest) {
    const unsigned = { url, headers, body: String(body), proxy: '' }
    const proof = credential ? await credentials[credential](channel, unsigned) : {}
    const init = { method, headers: { ...headers, ...proof }, ...(method === 'POST' && { body: String(body) }) }
    return fetch(url, init)
  }

  async function submit(request: Partial<VideoRequest> = {}) {
    const sent = await vendor.submit(asked(request), channel, tools)
    const response = await send(sent)
    return vendor.readSubmitted(await response.json().catch(() => undefined), response.status, sent)
  }

  async function made(request: Partial<VideoRequest> = {}): Promise<PolledTask> {
    const submitted = await submit(request)
    if (!submitted || !('upstreamId' in submitted)) throw new Error(`not taken: ${JSON.stringify(submitted)}`)
    const none = {
      model: '',
      action: '',
      result_url: '',
      status: '',
      channel_id: 1,
      terms: '',
      data: '',
      properties: '',
    }
    return { ...none, upstream_id: submitted.upstreamId }
  }

  const poll = async (task: PolledTask) => {
    const response = await send(await vendor.poll(task, channel, tools))
    return vendor.readPolled(await response.json().catch(() => undefined))
  }

  test('takes a task under the channel’s name of the model', async () => {
    const { upstream_id } = await made({ metadata: { model: 'another', model_name: 'another', req_key: 'another' } })
    const [job] = standIn.jobs
    expect(upstream_id).toContain(job?.id ?? 'none')
    expect(JSON.stringify(job)).not.toContain('another')
    expect(JSON.stringify(job?.asked)).toContain('A harbour at dawn')
  })

  test('clients cannot make it call a URL or make several videos', async () => {
    await made({ metadata: { callback_url: 'https://c.example', n: 9, sampleCount: 9, duration: 99, frames: 9999 } })
    expect(JSON.stringify(standIn.jobs)).not.toMatch(/c\.example|99/)
  })

  const counts = [1, 2].filter(count => count <= host.pictures)
  test.each(counts)('makes a video of %i pictures', async count => {
    await made({ images: Array.from({ length: count }, () => PICTURE) })
    expect(standIn.jobs[0] && JSON.stringify(standIn.jobs[0].asked).split(PICTURE.base64).length - 1).toBe(count)
  })

  test('refuses too many pictures and invalid URLs', () => {
    const refused = (request: Partial<VideoRequest>) => {
      try {
        vendor.submit(asked(request), channel, tools)
      } catch (error) {
        return error instanceof ApiError ? error.code : error
      }
      return 'taken'
    }
    expect(refused({ images: Array(10).fill(PICTURE) })).toBe('video_pictures_unsupported')
    const many = host.pictures === 0 ? 'video_pictures_unsupported' : 'video_picture_not_read'
    for (const url of ['http://127.0.0.1/x.png', 'http://[::1]/', 'file:///etc/passwd', 'http://169.254.169.254/'])
      expect(refused({ images: [{ kind: 'url', url }] })).toBe(many)
  })

  test('refuses an unsupported length and lists the supported ones, which multiply the price', async () => {
    const { tooLong, other, usual: length, factors } = host.lengths
    expect(() => vendor.factors(asked({ seconds: tooLong }))).toThrow(ApiError)
    expect(() => vendor.submit(asked({ seconds: tooLong }), channel, tools)).toThrow(ApiError)
    await made({ seconds: other })
    expect(vendor.factors(asked({ seconds: other }))).toEqual(factors)
    expect(vendor.factors(asked({ seconds: length }))).toEqual(vendor.factors(asked()))
  })

  test('refuses a size that no model supports', () => {
    expect(() => vendor.submit(asked({ size: { width: 100, height: 3000 } }), channel, tools)).toThrow(ApiError)
  })

  test.each([...host.words])('its state %s means %s', async (word, state) => {
    const task = await made()
    standIn.script.says = word
    const ours = { queued: 'queued', in_progress: 'running', completed: 'succeeded', failed: 'failed' }[state]
    expect(await poll(task)).toMatchObject({ state: ours })
  })

  test('says why a task failed', async () => {
    const task = await made()
    standIn.script.says = host.failed
    expect(await poll(task)).toMatchObject({ state: 'failed', reason: expect.stringContaining(host.reason) })
  })

  test('returns its file', async () => {
    const task = await made()
    standIn.script.says = host.succeeded
    const told = await poll(task)
    const done = { ...task, result_url: (told !== null && told !== 'later' && told.resultUrl) || '' }
    const asked = await vendor.content?.(done, channel, tools)
    const response = asked ? await send(asked) : null
    if (response && !vendor.readContent) {
      expect(Buffer.from(await response.arrayBuffer())).toEqual(host.tellsFile ?? FILM)
      return
    }
    const url = response ? vendor.readContent?.(await response.json()) : done.result_url
    expect(Buffer.from(await (await fetch(url ?? '')).arrayBuffer())).toEqual(host.tellsFile ?? FILM)
  })

  test.each([...host.refusals])('refuses: $name', async ({ means, ...refusal }) => {
    standIn.script.refuses = { means, ...refusal }
    const told = await submit()
    if (told === null || !('failure' in told)) throw new Error(`no failure: ${JSON.stringify(told)}`)
    expect(told.failure).toContain(means.message)
    expect(told.status ?? refusal.status).toBe(means.status)
  })

  test('an answer that cannot be its own is not understood', async () => {
    const task = await made()
    for (const polled of ['web page', 'nonsense'] as const) {
      standIn.script.polled = polled
      expect(await poll(task)).toBeNull()
    }
    for (const answer of [null, 1, 'text', [], {}, { state: 'constructor', status: '__proto__' }]) {
      expect(vendor.readPolled(answer)).toBeNull()
      expect(vendor.readSubmitted(answer, 200, { method: 'POST', url: 'http://h/', headers: {} })).toBeNull()
    }
  })

  test.each(host.saysBusyAt200 ? ['busy'] : [])('%s at HTTP 200 says nothing about the task', async () => {
    const task = await made()
    standIn.script.polled = 'busy'
    expect(await poll(task)).toBe('later')
  })
})
