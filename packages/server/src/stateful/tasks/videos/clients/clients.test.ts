import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { openTasksDesk, type TasksDesk, type TaskUser } from '../../../../../test/support/tasks-desk.ts'
import { hailuo } from '../../../../../test/support/vendors/videos/hailuo.ts'
import { kling } from '../../../../../test/support/vendors/videos/kling.ts'
import { PICTURE } from '../../../../../test/support/vendors/videos/picture.ts'
import { FILM, type VideoStandIn } from '../../../../../test/support/vendors/videos/video-vendor.ts'

const SUBMIT = '/jimeng/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31'
const RESULT = '/jimeng/?Action=CVSync2AsyncGetResult&Version=2022-08-31'

let desk: TasksDesk
let ofKling: VideoStandIn
let ofHailuo: VideoStandIn
let user: TaskUser

beforeAll(async () => {
  desk = await openTasksDesk()
  ofKling = kling.start()
  ofHailuo = hailuo.start()
  await desk.gateway.setOption('RetryTimes', 0)
  const prices = Object.fromEntries(['kling-v1-6', 'jimeng_v30', 'far-kling', 'far-jimeng'].map(name => [name, 0.1]))
  await desk.gateway.setOption('ModelPrice', JSON.stringify(prices))
  const { type, key } = kling
  await desk.gateway.makeChannel({ type, key, base_url: ofKling.url, models: 'kling-v1-6' })
  const mapping = { models: 'jimeng_v30', model_mapping: `{"jimeng_v30":"${hailuo.model}"}` }
  await desk.gateway.makeChannel({ type: 35, key: hailuo.key, base_url: ofHailuo.url, ...mapping })
})
afterAll(async () => {
  await desk.gateway.stop()
  await ofKling.stop()
  await ofHailuo.stop()
})
beforeEach(async () => {
  ofKling.jobs.length = 0
  ofKling.script = { says: 'submitted', fileType: 'video/mp4' }
  ofHailuo.script = { says: 'Preparing', fileType: 'video/mp4' }
  user = await desk.makeUser(1_000_000_000)
})

const fileAt = async (url: string, bearer: string) => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${bearer}` } })
  return Buffer.from(await response.arrayBuffer())
}

describe('a client of Kling’s own shape', () => {
  const body = {
    model_name: 'kling-v1-6',
    prompt: 'A harbour',
    duration: '10',
    cfg_scale: 0.3,
    callback_url: 'http://c.example',
  }

  test('makes a video, polls it and gets it', async () => {
    const made = await user.call('POST', '/kling/v1/videos/text2video', { ...body, aspect_ratio: '9:16' })
    const { task_id } = made.body.data
    expect([made.status, made.body.code, made.body.data.task_status]).toEqual([200, 0, 'submitted'])
    expect(task_id).toMatch(/^task_\w{32}$/)
    const { callback_url: _, ...sent } = body
    expect(ofKling.jobs[0]?.asked).toEqual({ ...sent, mode: 'std', aspect_ratio: '9:16' })

    const asked = async () => (await user.call('GET', `/kling/v1/videos/text2video/${task_id}`)).body.data
    ofKling.script.says = 'processing'
    await desk.poll()
    expect((await asked()).task_status).toBe('processing')
    ofKling.script.says = 'succeed'
    await desk.poll()
    const { task_status, task_result } = await asked()
    expect([task_status, task_result.videos.length]).toEqual(['succeed', 1])
    expect(task_result.videos[0].url).toStartWith(desk.gateway.url)
    expect(await fileAt(task_result.videos[0].url, user.bearer)).toEqual(FILM)
    await desk.expectBalanced()
  })

  test('sends a picture just as to Kling', async () => {
    const { status } = await user.call('POST', '/kling/v1/videos/image2video', { ...body, image: PICTURE.base64 })
    expect([status, ofKling.jobs[0]?.path]).toEqual([200, '/v1/videos/image2video'])
    const without = await user.call('POST', '/kling/v1/videos/image2video', body)
    expect([without.status, without.body.code]).toEqual([400, 1201])
  })

  test('gets errors in Kling’s form', async () => {
    const unknown = await user.call('GET', '/kling/v1/videos/text2video/task_of_nobody')
    expect([unknown.status, unknown.body.code, typeof unknown.body.message]).toEqual([404, 1203, 'string'])
    const late = await user.call('POST', '/kling/v1/videos/text2video', { ...body, duration: '7' })
    expect([late.status, late.body.code]).toEqual([400, 1201])
    const stranger = await fetch(`${desk.gateway.url}/kling/v1/videos/text2video/x`)
    expect([stranger.status, (await stranger.json()).code]).toEqual([401, 1000])
  })

  test('learns why a video failed', async () => {
    const { body: made } = await user.call('POST', '/kling/v1/videos/text2video', body)
    ofKling.script.says = 'failed'
    await desk.poll()
    const { data } = (await user.call('GET', `/kling/v1/videos/text2video/${made.data.task_id}`)).body
    expect(data).toMatchObject({ task_status: 'failed', task_status_msg: kling.reason })
  })
})

describe('a client of Jimeng’s own shape', () => {
  const body = { req_key: 'jimeng_v30', prompt: 'A harbour', frames: 241 }

  test('can have another vendor make a video, in Jimeng’s form', async () => {
    const refused = await user.call('POST', SUBMIT, { ...body, frames: 300 })
    expect([refused.status, refused.body.code]).toEqual([400, 50_215])
    const made = await user.call('POST', SUBMIT, { ...body, binary_data_base64: [PICTURE.base64] })
    expect([made.status, made.body.code]).toEqual([200, 10_000])
    expect(ofHailuo.jobs.at(-1)?.asked).toMatchObject({ duration: 10, prompt: 'A harbour' })
    const { task_id } = made.body.data
    const asked = async () => (await user.call('POST', RESULT, { req_key: 'jimeng_v30', task_id })).body
    expect((await asked()).data).toEqual({ status: 'in_queue', video_url: '' })
    ofHailuo.script.says = 'Success'
    await desk.poll()
    const { data } = await asked()
    expect(data.status).toBe('done')
    expect(await fileAt(data.video_url, user.bearer)).toEqual(FILM)
  })

  test('learns why a video failed', async () => {
    const { body: made } = await user.call('POST', SUBMIT, body)
    ofHailuo.script.says = 'Fail'
    await desk.poll()
    const { body: told } = await user.call('POST', RESULT, { task_id: made.data.task_id })
    expect([told.code, told.message]).toEqual([50_500, hailuo.reason])
  })

  test('gets an error for an unknown action', async () => {
    const { status, body: told } = await user.call('POST', '/jimeng/?Action=constructor', body)
    expect([status, told.code]).toEqual([400, 50_215])
  })
})

test.each([
  ['far-kling', 50, 'kling-v1-6'],
  ['far-jimeng', 51, 'jimeng_v30'],
])('a channel may be another gateway of this kind: %s', async (models, type, model) => {
  const there = await desk.makeUser(1_000_000_000)
  const fields = { models, model_mapping: `{"${models}":"${model}"}` }
  const { url } = desk.gateway
  const channel = await desk.gateway.makeChannel({ type, key: there.bearer, base_url: url, ...fields })
  const { status, body } = await user.call('POST', '/v1/videos', { model: models, prompt: 'A harbour', seconds: 10 })
  expect([status, body.status]).toEqual([200, 'queued'])
  ofKling.script.says = 'succeed'
  ofHailuo.script.says = 'Success'
  // first at the upstream, then here
  for (let times = 0; times < 2; times++) await desk.poll()
  expect((await user.call('GET', `/v1/videos/${body.id}`)).body.status).toBe('completed')
  expect(await fileAt(`${url}/v1/videos/${body.id}/content`, user.bearer)).toEqual(FILM)
  await desk.gateway.consoleCall('DELETE', `/api/channel/${channel.id}`)
})
