import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { receiptOf } from '@tollgate/contract'
import { openTasksDesk, type TasksDesk, type TaskUser } from '../../../../test/support/tasks-desk.ts'
import { videoVendors as hosts } from '../../../../test/support/vendors/videos/index.ts'
import { PICTURE } from '../../../../test/support/vendors/videos/picture.ts'
import { FILM, type VideoRefusal, type VideoStandIn } from '../../../../test/support/vendors/videos/video-vendor.ts'

/** 0.1 US dollars for a video of the usual length, or for a second. */
const PRICE = 50_000
const BALANCE = 1_000_000_000
const MISREAD = 5
const AS_DATA = { type: 'data', base64: PICTURE.base64 } as const

let desk: TasksDesk

beforeAll(async () => {
  desk = await openTasksDesk()
  await desk.gateway.setOption('RetryTimes', 0)
  const models = ['film', ...hosts.map(({ model }) => model)]
  await desk.gateway.setOption('ModelPrice', JSON.stringify(Object.fromEntries(models.map(name => [name, 0.1]))))
})
afterAll(() => desk.gateway.stop())

describe.each(hosts)('$name', host => {
  let standIn: VideoStandIn
  let user: TaskUser
  let channelId: number

  beforeAll(async () => {
    standIn = host.start()
    const { type, key, other = '', model } = host
    const fields = { type, key, other, base_url: standIn.url, models: 'film', model_mapping: `{"film":"${model}"}` }
    channelId = (await desk.gateway.makeChannel(fields)).id
  })
  beforeEach(async () => {
    // ends tasks that another test left open
    standIn.script = { says: host.succeeded, fileType: 'video/mp4' }
    await desk.poll()
    standIn.jobs.length = 0
    standIn.requests.length = 0
    standIn.script = { says: host.words[0]?.[0] ?? '', fileType: 'video/mp4' }
    user = await desk.makeUser(BALANCE)
  })
  afterAll(async () => {
    await desk.gateway.consoleCall('DELETE', `/api/channel/${channelId}`)
    await standIn.stop()
  })

  const create = (more: object = {}) =>
    user.call('POST', '/v1/videos', { model: 'film', prompt: 'A harbour at dawn', ...more })
  const made = async (more: object = {}): Promise<string> => {
    const { status, body } = await create(more)
    expect([status, body.error ?? null]).toEqual([200, null])
    return body.id
  }
  const video = async (id: string) => (await user.call('GET', `/v1/videos/${id}`)).body
  const spent = async () => BALANCE - (await desk.money(user)).balance
  const costOf = (factors: Record<string, number>) =>
    Math.round(Object.values(factors).reduce((one, other) => one * other, PRICE))
  const toldNothing = (body: unknown) => {
    const text = JSON.stringify(body)
    for (const secret of [...host.key.split('|'), new URL(standIn.url).host]) expect(text).not.toContain(secret)
  }

  test('makes a video, which is charged at once, polled and streamed', async () => {
    const id = await made()
    const { factors } = JSON.parse((await desk.rows(user.id))[0]?.terms ?? '')
    expect(await spent()).toBe(costOf(factors))
    for (const [word, state] of host.words.filter(([, state]) => state !== 'failed')) {
      standIn.script.says = word
      await desk.poll()
      expect((await video(id)).status).toBe(state)
    }
    const response = await fetch(`${desk.gateway.url}/v1/videos/${id}/content`, {
      headers: { authorization: `Bearer ${user.bearer}` },
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect(Buffer.from(await response.arrayBuffer())).toEqual(host.tellsFile ?? FILM)
    toldNothing(await video(id))
    expect(await spent()).toBe(costOf(factors))
    await desk.expectBalanced()
  })

  test('a longer one costs its factors, which the receipt lists', async () => {
    await made({ seconds: String(host.lengths.other) })
    const { factors } = host.lengths
    expect(await spent()).toBe(costOf(factors))
    const [row] = await desk.logs(user.id)
    expect(row?.parsed.task?.factors).toEqual(factors)
    expect(receiptOf(row?.parsed ?? {}).total).toBe(costOf(factors))
  })

  test('a failed one says why and is refunded', async () => {
    const id = await made()
    standIn.script.says = host.failed
    expect(await desk.poll()).toBe(1)
    const told = await video(id)
    expect([told.status, told.error.message]).toEqual(['failed', expect.stringContaining(host.reason)])
    toldNothing(told)
    expect(await spent()).toBe(0)
    await desk.expectBalanced()
  })

  test.each([...host.refusals])('$name is an error of the call and costs nothing', async refusal => {
    standIn.script.refuses = saying(refusal, `${host.key} at ${standIn.url}`)
    const { status, body } = await create()
    expect([status, body.error.message]).toEqual([refusal.means.status, expect.stringContaining(refusal.means.message)])
    toldNothing(body)
    expect(await spent()).toBe(0)
    await desk.expectBalanced()
  })

  test('an answer that is not understood changes nothing, until it repeats', async () => {
    const id = await made()
    const cost = await spent()
    for (let times = 1; times < MISREAD; times++) {
      standIn.script.polled = times % 2 ? 'web page' : 'nonsense'
      expect(await desk.poll()).toBe(0)
    }
    expect([(await video(id)).status, await spent()]).toEqual(['queued', cost])
    expect(await desk.poll()).toBe(1)
    expect([(await video(id)).status, await spent()]).toEqual(['failed', 0])
  })

  const busy = ['too many', ...(host.saysBusyAt200 ? (['busy'] as const) : [])] as const
  test.each([...busy])('%s polls say nothing about the task', async polled => {
    const id = await made()
    standIn.script.polled = polled as 'busy'
    for (let times = 0; times <= MISREAD; times++) expect(await desk.poll()).toBe(0)
    expect((await video(id)).status).toBe('queued')
    standIn.script = { says: host.succeeded, fileType: 'video/mp4' }
    expect(await desk.poll()).toBe(1)
  })

  test('a file that is not a video is not delivered', async () => {
    const id = await made()
    standIn.script = { says: host.succeeded, fileType: 'text/html' }
    expect(await desk.poll()).toBe(1)
    const { status, body } = host.tellsFile
      ? { status: 502, body: {} }
      : await user.call('GET', `/v1/videos/${id}/content`)
    expect(status).toBe(502)
    toldNothing(body)
  })

  test.each<[string, object]>([
    ['too long', { seconds: host.lengths.tooLong }],
    ['of no size it makes', { size: '100x3000' }],
    ['of a private picture', { input_reference: 'http://169.254.169.254/latest' }],
    ['of ten pictures', { images: Array(10).fill(`data:image/png;base64,${PICTURE.base64}`) }],
    ['of no address', { input_reference: 'file:///etc/passwd' }],
  ])('a video %s is refused before anybody is asked', async (_name, more) => {
    const { status, body } = await create(more)
    expect([status, body.error.type]).toEqual([400, 'invalid_request_error'])
    expect(standIn.requests).toEqual([])
    expect(await spent()).toBe(0)
  })

  test.each(host.pictures > 0 ? ['https://pictures.example/1.png'] : [])('a picture at %s', async url => {
    const { relay } = desk.app
    const { fetchMedia } = relay
    const fetched: string[] = []
    relay.fetchMedia = () => async media => {
      fetched.push(...media.map(({ part }) => part.source.url))
      return new Map(media.map(({ part }) => [part, { ...part, mime: PICTURE.mime, source: AS_DATA }]))
    }
    await made({ input_reference: url }).finally(() => {
      relay.fetchMedia = fetchMedia
    })
    // fetched only for vendors that need data
    expect(fetched).toEqual(host.takesData ? [url] : [])
    expect(JSON.stringify(standIn.jobs[0]?.asked)).toContain(host.takesData ? PICTURE.base64 : url)
  })

  test('metadata cannot change the model', async () => {
    await made({ metadata: { model: 'dearer', model_name: 'dearer', req_key: 'dearer', resolution: undefined } })
    expect(JSON.stringify(standIn.jobs)).not.toContain('dearer')
  })

  test('a refused video does not rest the channel: the next one is made', async () => {
    for (let times = 0; times < 8; times++) expect((await create({ seconds: host.lengths.tooLong })).status).toBe(400)
    await made()
  })
})

describe('when a model is priced by tokens', () => {
  test('the vendor’s bill is charged, and the maximum is held until then', async () => {
    const host = hosts.find(({ type }) => type === 54)
    if (!host) throw new Error('no such host')
    const standIn = host.start()
    const { type, key, model } = host
    const fields = { type, key, base_url: standIn.url, models: 'by-tokens', model_mapping: `{"by-tokens":"${model}"}` }
    const channel = await desk.gateway.makeChannel(fields)
    await desk.gateway.setOption('ModelRatio', JSON.stringify({ 'by-tokens': 1 }))
    await desk.gateway.setOption('CompletionRatio', JSON.stringify({ 'by-tokens': 1 }))
    const user = await desk.makeUser(BALANCE)
    const spent = async () => BALANCE - (await desk.money(user)).balance

    const body = { model: 'by-tokens', prompt: 'A harbour', seconds: 10, metadata: { resolution: '720p' } }
    const { status } = await user.call('POST', '/v1/videos', body)
    // 720 lines at 21:9, 24 frames a second
    expect([status, await spent()]).toEqual([200, 283_500])
    standIn.script.says = host.succeeded
    await desk.poll()
    expect(await spent()).toBe(245_388)
    await desk.expectBalanced()
    await desk.gateway.consoleCall('DELETE', `/api/channel/${channel.id}`)
    await standIn.stop()
  })
})

/** Adds text to a refusal's sentence. */
function saying(refusal: VideoRefusal, more: string): VideoRefusal {
  const { message } = refusal.means
  const body = JSON.stringify(refusal.body, (_name, value) => (value === message ? `${message}: ${more}` : value))
  return { ...refusal, body: JSON.parse(body) }
}

test('a host of videos is never sent a conversation', async () => {
  const channel = await desk.gateway.makeChannel({
    type: 50,
    key: 'AK|SK',
    base_url: 'http://127.0.0.1:9',
    models: 'kling-v1',
  })
  const user = await desk.makeUser()
  const { status, body } = await user.call('POST', '/v1/chat/completions', {
    model: 'kling-v1',
    messages: [{ role: 'user', content: 'Hi' }],
  })
  expect([status, body.error.code]).toEqual([503, 'no_channel'])
  await desk.gateway.consoleCall('DELETE', `/api/channel/${channel.id}`)
})
