import { describe, expect, test } from 'bun:test'
import { providerOf } from '@tollgate/gateway'
import fc from 'fast-check'
import { PICTURE } from '../../../../../test/support/vendors/videos/picture.ts'
import { ApiError } from '../../../../platform/http/api-error.ts'
import { MOST_SECONDS, type TaskChannel, type UpstreamTaskRequest, type VideoRequest } from '../../vendor.ts'
import { videoVendors } from './index.ts'

const tools = { now: () => 1_700_000_000 }

function channelOf(type: number, fields: Partial<TaskChannel> = {}): TaskChannel {
  const provider = providerOf(type)
  return {
    type,
    key: 'key',
    other: '',
    organization: '',
    provider,
    baseUrl: 'http://up',
    ...fields,
  } as TaskChannel
}

const asked = (request: Partial<VideoRequest>): VideoRequest => ({
  model: 'm',
  upstreamModel: 'm',
  prompt: 'A harbour',
  seconds: null,
  size: null,
  mode: '',
  images: [],
  metadata: {},
  remixOf: null,
  ...request,
})

function vendorOf(type: number) {
  const vendor = videoVendors.find(({ channelTypes }) => channelTypes.includes(type))
  if (!vendor) throw new Error(`no vendor of type ${type}`)
  return vendor
}

const sentBy = async (type: number, request: Partial<VideoRequest>, fields?: Partial<TaskChannel>) => {
  const sent = await vendorOf(type).submit(asked(request), channelOf(type, fields), tools)
  return { ...sent, body: JSON.parse(String(sent.body)) }
}

const size = (width: number, height: number) => ({ width, height })

test('each channel type has one vendor and a provider', () => {
  const types = videoVendors.flatMap(({ channelTypes }) => channelTypes)
  expect(new Set(types).size).toBe(types.length)
  for (const type of types) expect(providerOf(type)?.type).toBe(type)
  expect(new Set(videoVendors.map(({ platform }) => platform)).size).toBe(videoVendors.length)
})

describe('a price factor', () => {
  test.each<[string, number, Partial<VideoRequest>, Record<string, number>]>([
    ['Kling, pro', 50, { upstreamModel: 'kling-v1', mode: 'pro' }, { duration: 1, mode: 3.5 }],
    ['Kling, its best', 50, { upstreamModel: 'kling-v2-master', mode: 'pro' }, { duration: 1, mode: 1 }],
    ['Kling, with sound', 50, { upstreamModel: 'kling-v2-6', metadata: { sound: 'on' } }, { duration: 1, sound: 2 }],
    ['Kling, any length', 50, { upstreamModel: 'kling-v3', seconds: 15 }, { duration: 3 }],
    [
      'Hailuo, fine',
      35,
      { upstreamModel: 'MiniMax-Hailuo-02', size: size(1920, 1080) },
      { duration: 1, resolution: 1.75 },
    ],
    ['Hailuo, long', 35, { upstreamModel: 'MiniMax-Hailuo-2.3', seconds: 10 }, { duration: 2 }],
    ['Wan, coarse', 17, { upstreamModel: 'wan2.5-t2v-preview', size: size(832, 480) }, { seconds: 5, resolution: 1 }],
    [
      'Wan, fine',
      17,
      { upstreamModel: 'wan2.5-t2v-preview', size: size(1920, 1080) },
      { seconds: 5, resolution: 3.333333 },
    ],
    [
      'Wan, fast and fine',
      17,
      { upstreamModel: 'wan2.2-i2v-flash', metadata: { resolution: '1080P' } },
      { seconds: 5, resolution: 4.8 },
    ],
    ['Wan of a picture', 17, { upstreamModel: 'wan2.2-i2v-plus' }, { seconds: 5, resolution: 5 }],
    [
      'Wan, in another shape',
      17,
      { upstreamModel: 'wan2.5-t2v-preview', size: size(1632, 1248) },
      { seconds: 5, resolution: 3.333333 },
    ],
    ['Wan, newer', 17, { upstreamModel: 'wan2.6-t2v', seconds: 15 }, { seconds: 15, resolution: 1.666667 }],
    [
      'Veo in 4K',
      24,
      { upstreamModel: 'veo-3.1-generate-preview', size: size(3840, 2160) },
      { seconds: 8, resolution: 1.5 },
    ],
    [
      'Veo, fast, in 4K',
      41,
      { upstreamModel: 'veo-3.1-fast-generate-001', metadata: { resolution: '4K' } },
      { seconds: 8, resolution: 2.333333 },
    ],
    [
      'Kling, with sound in any case',
      50,
      { upstreamModel: 'kling-v2-6', metadata: { Sound: 'ON' } },
      { duration: 1, sound: 2 },
    ],
    ['Kling, pro in any case', 50, { upstreamModel: 'kling-v1', mode: 'PRO' }, { duration: 1, mode: 3.5 }],
    ['Vidu, as usual', 52, { upstreamModel: 'vidu2.0' }, { duration: 1 }],
    ['Vidu, fine', 52, { upstreamModel: 'vidu2.0', size: size(1920, 1080) }, { duration: 1, resolution: 2.5 }],
    [
      'Vidu, coarse',
      52,
      { upstreamModel: 'vidu1.5', metadata: { resolution: '360P' } },
      { duration: 1, resolution: 0.4 },
    ],
    [
      'Vidu, newer',
      52,
      { upstreamModel: 'viduq2-turbo', metadata: { resolution: '1080p' } },
      { duration: 1, resolution: 2.1 },
    ],
    ['Vidu, twice as long for more', 52, { upstreamModel: 'vidu2.0', seconds: 8 }, { duration: 2.5 }],
    [
      'Vidu, a short one at the price of a usual one',
      52,
      { upstreamModel: 'viduq2-turbo', seconds: 1 },
      { duration: 1 },
    ],
    ['Vidu, a long one by its seconds', 52, { upstreamModel: 'viduq2-turbo', seconds: 8 }, { duration: 1.75 }],
    ['Vidu, only fine', 52, { upstreamModel: 'viduq1' }, { duration: 1 }],
    [
      'Vidu, unknown',
      52,
      { upstreamModel: 'viduq9', metadata: { resolution: '1080p' } },
      { duration: 1, resolution: 2.5 },
    ],
    ['Jimeng', 51, { upstreamModel: 'jimeng_v30_pro', seconds: 10 }, { duration: 2 }],
    ['Seedance', 54, { upstreamModel: 'doubao-seedance-1-5-pro-251215', seconds: 4 }, { duration: 0.8 }],
  ])('%s', (_name, type, request, factors) => {
    expect(vendorOf(type).factors(asked(request))).toEqual(factors)
  })

  test('Seedance: counts the tokens of a video by its width, height and frames', () => {
    const tokens = (seconds: number, resolution: string) =>
      vendorOf(54).tokens?.(asked({ upstreamModel: 'doubao-seedance-1-0-pro', seconds, metadata: { resolution } }))
    // 21:9 is the widest picture, 24 frames a second.
    expect([tokens(5, '480p'), tokens(10, '480p')]).toEqual([63_000, 126_000])
    expect(tokens(5, '1080p')).toBe(Math.ceil((((1080 * (1080 * 21)) / 9) * 24 * 5) / 1024))
  })

  test.each<[told: string, upstreamModel: string, metadata: object, sound: boolean]>([
    ['sounds unless it is switched off', 'veo-3.1-generate-preview', {}, true],
    ['is silent where it is switched off', 'veo-3.1-generate-preview', { generateAudio: false }, false],
    ['is silent where the model makes no sound', 'veo-2.0-generate-001', {}, false],
  ])('Veo: a video %s', (_told, upstreamModel, metadata, sound) => {
    expect(vendorOf(24).footage(asked({ upstreamModel, metadata: metadata as VideoRequest['metadata'] })).sound).toBe(
      sound,
    )
  })

  test('is above 0 and limited for any request, and a refused request has none', () => {
    const models = ['kling-v1-6', 'kling-v3', 'jimeng_v30', 'vidu2.0', 'viduq3', 'MiniMax-Hailuo-02', 'T2V-01', 'm']
    const request = fc.record({
      upstreamModel: fc.constantFrom(
        ...models,
        'doubao-seedance-1-0-pro',
        'wan2.5-t2v-preview',
        'wan2.6-i2v',
        'veo-3.1',
      ),
      seconds: fc.option(fc.integer({ min: 1, max: MOST_SECONDS })),
      size: fc.option(
        fc.record({ width: fc.integer({ min: 1, max: 8192 }), height: fc.integer({ min: 1, max: 8192 }) }),
      ),
      mode: fc.constantFrom('', 'std', 'pro', 'other'),
      metadata: fc.dictionary(
        fc.constantFrom('resolution', 'duration', 'seconds', 'frames', 'n', 'sampleCount', 'mode', 'sound', 'ratio'),
        fc.oneof(fc.constantFrom('4k', '1080p', 'pro', 'on', '16:9'), fc.double(), fc.string()),
      ),
    })
    fc.assert(
      fc.property(fc.constantFrom(...videoVendors), request, (vendor, fields) => {
        try {
          const product = Object.values(vendor.factors(asked(fields))).reduce((one, other) => one * other, 1)
          const tokens = vendor.tokens?.(asked(fields)) ?? 0
          return product > 0 && product <= 5 * MOST_SECONDS && tokens >= 0 && tokens < 10_000_000
        } catch (error) {
          return error instanceof ApiError
        }
      }),
      { seed: 13, numRuns: 2000 },
    )
  })
})

describe('a request in the vendor’s form', () => {
  test('has each price parameter once, however its options spell it', async () => {
    const spelled = fc
      .constantFrom('resolution', 'duration', 'aspect_ratio', 'model', 'mode')
      .chain(name => fc.mixedCase(fc.constant(name)))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(50, 52), spelled, async (type, name) => {
        const upstreamModel = type === 50 ? 'kling-v1-6' : 'vidu2.0'
        const { body } = await sentBy(type, {
          upstreamModel,
          metadata: { [name]: '16:9', resolution: '720p', mode: 'std' },
        }).catch(() => ({ body: {} }))
        const written = Object.keys(body).map(key => key.toLowerCase())
        expect(new Set(written).size).toBe(written.length)
      }),
      { seed: 52, numRuns: 100 },
    )
  })

  /** A model of each vendor with options. */
  const OPTIONAL: readonly (readonly [type: number, upstreamModel: string])[] = [
    [50, 'kling-v2-6'],
    [51, 'jimeng_v30'],
    [52, 'viduq3'],
    [35, 'MiniMax-Hailuo-02'],
    [54, 'doubao-seedance-1-5-pro'],
    [17, 'wan2.6-t2v'],
    [24, 'veo-3.1'],
  ]
  const dear = fc.oneof(fc.constantFrom<unknown>(true, false, 'on', 'priority', 4, '4k', [1], { resolution: '4k' }))
  const unknownName = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom('service_tier', 'multi_shot', 'voice_list', 'quality', 'hd', 'count', 'models', 'draft'),
    fc
      .constantFrom('generate_audio', 'audio', 'seed', 'generateAudio', 'watermark')
      .chain(name => fc.mixedCase(fc.constant(name)).filter(spelled => spelled !== name)),
  )

  test('has only options on the vendor’s list, in exactly that spelling', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...OPTIONAL), unknownName, dear, async ([type, upstreamModel], name, value) => {
        fc.pre(!['style', 'bgm', 'template', 'resolution', 'aspect_ratio', 'ratio', 'Sound'].includes(name))
        const usual = await sentBy(type, { upstreamModel })
        const { body } = await sentBy(type, { upstreamModel, metadata: { [name]: value } })
        expect(body).toEqual(usual.body)
      }),
      { seed: 52, numRuns: 400 },
    )
  })

  test('is priced as silent only if the vendor’s own option says so', async () => {
    const words = { 54: 'generate_audio', 52: 'audio', 17: 'audio' } as const
    const told = fc.constantFrom<unknown>(true, false, 'off', 'false', 0, null, '', undefined)
    const names = ['audio', 'generate_audio', 'sound', 'Audio', 'Generate_Audio', 'generateAudio']
    const metadata = fc.tuple(
      fc.dictionary(fc.constantFrom(...names), told),
      fc.constantFrom({}, {}, { audio_url: 'https://sounds.example/1.mp3' }),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(54, 52, 17), metadata, async (type, [named, byAddress]) => {
        const [, upstreamModel = ''] = OPTIONAL.find(([of]) => of === type) ?? []
        const request = { upstreamModel, metadata: { ...named, ...byAddress } }
        if (vendorOf(type).footage(asked(request)).sound) return
        const { body } = await sentBy(type, request)
        const options = type === 17 ? body.parameters : body
        expect([options[words[type as 54]], body.input?.audio_url]).toEqual([false, undefined])
      }),
      { seed: 52, numRuns: 400 },
    )
  })

  test('Kling: sound is requested exactly if it is priced', async () => {
    const told = fc.constantFrom<unknown>('on', 'ON', true, 1, 'off', false, null, '', 'Off')
    await fc.assert(
      fc.asyncProperty(fc.mixedCase(fc.constant('sound')), told, async (name, value) => {
        const request = { upstreamModel: 'kling-v2-6', metadata: { [name]: value } }
        const { body } = await sentBy(50, request)
        const isPriced = 'sound' in vendorOf(50).factors(asked(request))
        expect(body.sound).toBe(isPriced ? 'on' : undefined)
        expect(Object.keys(body).filter(key => key.toLowerCase() === 'sound').length).toBe(isPriced ? 1 : 0)
      }),
      { seed: 52, numRuns: 100 },
    )
  })

  test('Seedance: the prompt contains no price parameter', async () => {
    const flag = fc
      .tuple(
        fc.constantFrom('--', '—', '–', ' --', 'a--'),
        fc.constantFrom('resolution', 'rs', 'duration', 'dur', 'frames', 'fps', 'FramesPerSecond', 'DUR', 'Rs'),
        fc.constantFrom(' ', '=', '  ', '\t', ' = ', ''),
        fc.constantFrom('1080p', '12', '--dur 12', ''),
      )
      .map(parts => parts.join(''))
    const word = fc.constantFrom(
      'A harbour',
      'at dawn',
      '-- calm',
      'well-lit',
      '--style x',
      '--d',
      'ur 12',
      '-',
      '-rs 1080p',
    )
    const prompt = fc.array(fc.oneof(flag, word), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(prompt, fc.constantFrom(' ', ''), async (parts, between) => {
        const { body } = await sentBy(54, { upstreamModel: 'doubao-seedance-1-0-pro', prompt: parts.join(between) })
        const said = body.content[0].text.toLowerCase()
        expect(said).not.toMatch(/(--|—|–)(resolution|rs|duration|dur|frames|framespersecond|fps)(?![a-z])/)
      }),
      // The text around a removed parameter must not form another one.
      { seed: 52, numRuns: 400, examples: [[['-', '--fps', '-rs 1080p'], '']] },
    )
    const plain = 'A harbour -- well-lit, --style calm, for the duration'
    expect((await sentBy(54, { upstreamModel: 'seedance', prompt: plain })).body.content[0].text).toBe(plain)
  })

  test('Kling: the aspect ratio comes from the size, and the last frame has its own name', async () => {
    const kling = { upstreamModel: 'kling-v1-6' }
    const ofText = await sentBy(50, { ...kling, size: size(1792, 1024), metadata: { cfg_scale: 0.7 } })
    expect(ofText.body).toMatchObject({ aspect_ratio: '16:9', cfg_scale: 0.7, mode: 'std', duration: '5' })
    const metadata = { image_tail: `data:image/png;base64,${PICTURE.base64}` }
    const ofPictures = await sentBy(50, { ...kling, images: [PICTURE], metadata })
    expect(ofPictures.url).toEndWith('/v1/videos/image2video')
    expect(ofPictures.body).toMatchObject({ image: PICTURE.base64, image_tail: PICTURE.base64 })
  })

  test('Jimeng: the service depends on model and pictures', async () => {
    const serviceOf = async (upstreamModel: string, images: number) =>
      (await sentBy(51, { upstreamModel, images: Array(images).fill(PICTURE) }, { key: 'AK|SK' })).body.req_key
    expect(await serviceOf('jimeng_v30', 0)).toBe('jimeng_t2v_v30')
    expect(await serviceOf('jimeng_v30', 1)).toBe('jimeng_i2v_first_v30')
    expect(await serviceOf('jimeng_v30', 2)).toBe('jimeng_i2v_first_tail_v30')
    expect(await serviceOf('jimeng_v30_1080p', 0)).toBe('jimeng_t2v_v30_1080p')
    expect(await serviceOf('jimeng_v30_1080p', 1)).toBe('jimeng_i2v_first_v30_1080')
    expect(await serviceOf('jimeng_v30_1080p', 2)).toBe('jimeng_i2v_first_tail_v30_1080')
    expect(await serviceOf('jimeng_v30_pro', 1)).toBe('jimeng_ti2v_v30_pro')
    expect(await serviceOf('jimeng_vgfm_t2v_l20', 0)).toBe('jimeng_vgfm_t2v_l20')
  })

  test('Jimeng takes small pictures, all by URL or all as data', async () => {
    const refused = (images: VideoRequest['images']) => sentBy(51, { upstreamModel: 'jimeng_v30', images })
    const byAddress = { kind: 'url', url: 'https://pictures.example/1.png' } as const
    expect((await refused([byAddress])).body.image_urls).toEqual([byAddress.url])
    await expect(refused([PICTURE, byAddress])).rejects.toMatchObject({ code: 'video_pictures_mixed' })
    const large = { ...PICTURE, base64: 'A'.repeat(6_600_000) }
    await expect(refused([large])).rejects.toMatchObject({ code: 'video_picture_too_large' })
  })

  test('Vidu: the path depends on the pictures', async () => {
    const pathOf = async (images: number) =>
      (await sentBy(52, { upstreamModel: 'viduq1', images: Array(images).fill(PICTURE) })).url.split('/').at(-1)
    expect(await Promise.all([0, 1, 2, 3].map(pathOf))).toEqual([
      'text2video',
      'img2video',
      'start-end2video',
      'reference2video',
    ])
  })

  test('Seedance: one picture is the first frame, two are first and last, more are references', async () => {
    const rolesOf = async (images: number) =>
      (
        await sentBy(54, { upstreamModel: 'doubao-seedance-1-0-lite-i2v', images: Array(images).fill(PICTURE) })
      ).body.content
        .slice(1)
        .map(({ role }: { role: string }) => role)
    expect(await rolesOf(1)).toEqual(['first_frame'])
    expect(await rolesOf(2)).toEqual(['first_frame', 'last_frame'])
    expect(await rolesOf(3)).toEqual(Array(3).fill('reference_image'))
  })

  test('Seedance may refer to videos on the public internet', async () => {
    const film = (url: string) => ({ type: 'video_url', video_url: { url }, role: 'reference_video' })
    const asks = (url: string) =>
      sentBy(54, {
        upstreamModel: 'doubao-seedance-2-0',
        metadata: { content: [film(url), { type: 'text', text: 'x' }] },
      })
    const url = 'https://films.example/1.mp4'
    expect((await asks(url)).body.content).toEqual([{ type: 'text', text: 'A harbour' }, film(url)])
    await expect(asks('http://10.0.0.1/1.mp4')).rejects.toMatchObject({ code: 'video_picture_not_read' })
  })

  test('a last frame that is no picture is refused', async () => {
    for (const image_tail of ['AAAA', 'data:text/html;base64,aGk=', 'not even data'])
      await expect(
        sentBy(50, { upstreamModel: 'kling-v1-6', images: [PICTURE], metadata: { image_tail } }),
      ).rejects.toMatchObject({ code: 'video_picture_not_read' })
  })

  test('Veo gets the data of pictures, also of those that a client names by URL', () => {
    for (const type of [24, 41]) expect(vendorOf(type).takesData).toBe(true)
  })

  test('OpenAI: the organization is named to OpenAI alone', async () => {
    const headers = async (type: number) =>
      (await vendorOf(type).poll({ upstream_id: 'v' } as never, channelOf(type, { organization: 'org' }), tools))
        .headers
    expect(await headers(1)).toMatchObject({ 'openai-organization': 'org' })
    const others = vendorOf(1).channelTypes.filter(type => type !== 1)
    for (const type of others) expect(await headers(type)).not.toHaveProperty('openai-organization')
  })

  test('Wan: text is made by size, a picture by resolution, and two pictures at another path', async () => {
    const ofText = await sentBy(17, {
      upstreamModel: 'wan2.5-t2v-preview',
      metadata: { seed: 7, negative_prompt: 'fog', x: 1 },
    })
    expect(ofText.body).toEqual({
      model: 'wan2.5-t2v-preview',
      input: { prompt: 'A harbour', negative_prompt: 'fog' },
      parameters: { size: '1920*1080', duration: 5, seed: 7 },
    })
    const ofPicture = await sentBy(17, {
      upstreamModel: 'wan2.5-i2v-preview',
      images: [PICTURE],
      size: size(1280, 720),
    })
    expect(ofPicture.body.parameters).toEqual({ resolution: '720P', duration: 5 })
    expect(ofPicture.body.input.img_url).toBe(`data:image/png;base64,${PICTURE.base64}`)
    const ofTwo = await sentBy(17, { upstreamModel: 'wan2.2-kf2v-flash', images: [PICTURE, PICTURE] })
    expect(ofTwo.url).toBe('http://up/api/v1/services/aigc/image2video/video-synthesis')
    expect(Object.keys(ofTwo.body.input)).toEqual(['prompt', 'first_frame_url', 'last_frame_url'])
    await expect(sentBy(17, { upstreamModel: 'wan2.5-i2v-preview' })).rejects.toMatchObject({
      code: 'video_picture_needed',
    })
  })

  test('Hailuo: long or high resolution, not both', async () => {
    const asks = (seconds: number) =>
      sentBy(35, { upstreamModel: 'MiniMax-Hailuo-02', seconds, metadata: { resolution: '1080p' } })
    expect((await asks(6)).body.resolution).toBe('1080P')
    await expect(asks(10)).rejects.toMatchObject({ code: 'video_size_unsupported' })
  })
})

describe('the vendor’s own times', () => {
  const [begun, ended] = [Date.parse('2026-01-01T00:00:05Z'), Date.parse('2026-01-01T00:01:00Z')]
  const file = 'https://cdn.example/a.mp4'
  const wan = (told: object) => ({
    output: { task_status: 'SUCCEEDED', video_url: file, scheduled_time: '2026-01-01 08:00:05.000', ...told },
  })
  const kling = (told: object) => ({
    code: 0,
    data: { task_status: 'succeed', task_result: { videos: [{ url: file }] }, updated_at: ended, ...told },
  })
  const seedance = { status: 'succeeded', content: { video_url: file }, updated_at: ended / 1000 }
  const openAi = { id: 'video_1', status: 'completed', completed_at: ended / 1000 }

  test.each<[string, number, object, object]>([
    ['Wan', 17, wan({ end_time: '2026-01-01 08:01:00.000' }), { startedAt: begun, finishedAt: ended }],
    ['Wan, running', 17, wan({ task_status: 'RUNNING' }), { startedAt: begun }],
    ['Wan, unreadable', 17, wan({ scheduled_time: 'soon', end_time: 7 }), {}],
    ['Kling', 50, kling({}), { finishedAt: ended }],
    ['Kling, failed', 50, kling({ task_status: 'failed' }), { finishedAt: ended }],
    ['Kling, running', 50, kling({ task_status: 'processing' }), {}],
    ['Seedance', 54, seedance, { finishedAt: ended }],
    ['Seedance, failed', 54, { ...seedance, status: 'failed' }, { finishedAt: ended }],
    ['Seedance, unreadable', 54, { ...seedance, updated_at: 'now' }, {}],
    ['OpenAI', 1, openAi, { finishedAt: ended }],
    // these tell none, so the rows have the times of our asking
    ['Vidu', 52, { id: '1', state: 'success', err_code: '', creations: [{ id: '2', url: file, cover_url: file }] }, {}],
    [
      'Hailuo',
      35,
      { task_id: '1', status: 'Success', file_id: '2', video_width: 9, video_height: 9, base_resp: { status_code: 0 } },
      {},
    ],
    [
      'Jimeng',
      51,
      {
        code: 10_000,
        data: { status: 'done', video_url: file },
        time_elapsed: '9.5ms',
        request_id: '1',
        status: 10_000,
      },
      {},
    ],
    [
      'Veo',
      24,
      {
        name: 'operations/1',
        done: true,
        response: { generateVideoResponse: { generatedSamples: [{ video: { uri: file } }] } },
      },
      {},
    ],
    [
      'Veo on Vertex AI',
      41,
      {
        name: 'operations/1',
        done: true,
        response: { videos: [{ bytesBase64Encoded: 'AAAA', mimeType: 'video/mp4' }] },
      },
      {},
    ],
  ])('are read: %s', (_name, type, answer, times) => {
    const told = vendorOf(type).readPolled(answer)
    if (told === null || told === 'later') throw new Error('not understood')
    const { startedAt, finishedAt } = told
    expect({ ...(startedAt && { startedAt }), ...(finishedAt && { finishedAt }) }).toEqual(times)
  })
})

describe('a key', () => {
  const of = (type: number, key: string): Promise<UpstreamTaskRequest> =>
    sentBy(type, { upstreamModel: type === 50 ? 'kling-v1' : 'jimeng_v30' }, { key })

  test('of two parts signs', async () => {
    expect(await of(50, 'AK|SK')).toMatchObject({ url: 'http://up/v1/videos/text2video', credential: 'kling-token' })
    const { headers } = await of(51, 'AK|SK')
    expect(headers).toEqual({ accept: 'application/json', 'content-type': 'application/json' })
  })

  test('of one part goes to another gateway', async () => {
    const kling = await of(50, 'sk-1')
    expect([kling.url, kling.headers.authorization]).toEqual(['http://up/kling/v1/videos/text2video', 'Bearer sk-1'])
    const jimeng = await of(51, 'sk-1')
    expect(jimeng.url).toBe('http://up/jimeng/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31')
    expect('credential' in jimeng).toBe(false)
  })

  test('of a service account is exchanged and used in its project and region', async () => {
    const key = JSON.stringify({ project_id: 'p-1', client_email: 'a@b', private_key: 'x' })
    const channel = channelOf(41, { key, other: 'us-central1', baseUrl: '' })
    const upstreamModel = 'veo-3.1-generate-001'
    const sent = await vendorOf(41).submit(asked({ upstreamModel }), channel, tools)
    expect([sent.url, sent.credential]).toEqual([
      'https://us-central1-aiplatform.googleapis.com/v1beta1/projects/p-1/locations/us-central1/publishers/google/models/veo-3.1-generate-001:predictLongRunning',
      'google-service-account',
    ])
  })

  test('of Google’s is sent for a file only to the channel’s own host', async () => {
    const task = {
      upstream_id: 'models/veo/operations/1',
      result_url: 'https://evil.example/v1beta/files/1:download?alt=media',
    }
    const sent = await vendorOf(24).content?.(task as never, channelOf(24), tools)
    expect(sent?.url).toBe('http://up/v1beta/files/1:download?alt=media')
  })
})

test.each<[told: string, codes: readonly number[], status: number]>([
  ['a wrong key', [1000, 1001, 1002, 1003, 1004], 401],
  ['an account without money, or too many calls', [1100, 1101, 1102, 1302, 1303, 1304], 429],
  ['a model that the account may not use', [1103], 403],
  ['a wrong request', [1200, 1201, 1202, 1300, 1301], 400],
  ['a task that is not there', [1203], 404],
  ['its own failure', [5000], 500],
  ['its maintenance', [5001], 503],
  ['a slow server', [5002], 504],
  ['a code that nobody knows', [9999], 502],
])('Kling: %s has the status that clients know, whatever status it was told with', (_told, codes, status) => {
  const sent = { method: 'POST', url: 'http://up/v1/videos/text2video', headers: {} } as UpstreamTaskRequest
  const told = codes.map(code => vendorOf(50).readSubmitted({ code, message: 'Why' }, 200, sent))
  expect(told).toEqual(codes.map(code => ({ failure: 'Why', status, code: String(code) })))
})

test('Seedance: a refusal is the client’s mistake unless its status says otherwise', () => {
  const sent = { method: 'POST', url: 'http://up', headers: {} } as UpstreamTaskRequest
  const told = (status: number, id?: string) =>
    vendorOf(54).readSubmitted({ id, error: { message: 'Why', code: 'c' } }, status, sent)
  expect(told(200)).toEqual({ failure: 'Why', status: 400, code: 'c' })
  expect(told(400, 'task')).toEqual({ failure: 'Why', code: 'c' })
  expect(told(200, 'task')).toEqual({ upstreamId: 'task' })
})
