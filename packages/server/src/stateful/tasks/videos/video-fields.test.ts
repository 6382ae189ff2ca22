import { describe, expect, test } from 'bun:test'
import { FormImage, readVideoFields } from './video-fields.ts'

const read = (fields: Record<string, unknown>) => readVideoFields({ model: 'video', prompt: 'A harbour', ...fields })
/** The error code and member, or what was read. */
function outcome<Read>(fields: Record<string, unknown>, of: (video: ReturnType<typeof read>) => Read): Read | string {
  try {
    return of(read(fields))
  } catch (error) {
    const { code, values = {} } = error as { code: string; values?: { member?: string; name?: string } }
    return [code, values.member ?? values.name].filter(Boolean).join(' ')
  }
}
const PICTURE = 'data:image/PNG;base64,aGk='
const nested = (levels: number): unknown => (levels === 0 ? 1 : { deeper: nested(levels - 1) })

describe('a client’s request for a video', () => {
  test.each<[told: unknown, seconds: unknown]>([
    [undefined, null],
    [null, null],
    ['', null],
    [1, 1],
    ['8', 8],
    [' 08 ', 8],
    [60, 60],
    [61, 'count_out_of_range'],
    [0, 'count_out_of_range'],
    [1.5, 'count_out_of_range'],
    ['8s', 'count_out_of_range'],
    [true, 'count_out_of_range'],
  ])('%p seconds are %p', (seconds, expected) => {
    const told = outcome({ seconds }, video => video.seconds)
    expect(typeof told === 'string' ? told.split(' ')[0] : told).toEqual(expected as never)
    const named = outcome({ duration: seconds }, video => video.seconds)
    expect(named).toEqual(told as never)
  })

  test('prefers seconds to a duration', () => {
    expect(read({ seconds: 4, duration: 9 }).seconds).toBe(4)
  })

  test.each<[told: unknown, size: { width: number; height: number } | null | 'refused']>([
    [undefined, null],
    ['', null],
    ['1280x720', { width: 1280, height: 720 }],
    ['720*1280', { width: 720, height: 1280 }],
    ['64x4096', { width: 64, height: 4096 }],
    ['63x720', 'refused'],
    ['720x4097', 'refused'],
    ['720', 'refused'],
    ['720x', 'refused'],
    ['1280x720x2', 'refused'],
    [720, 'refused'],
  ])('a size of %p is %p', (size, expected) => {
    const told = outcome({ size }, video => video.size)
    expect(typeof told === 'string' ? 'refused' : told).toEqual(expected)
  })

  test('has a model and a prompt or picture, for one video', () => {
    const codeOf = (fields: Record<string, unknown>) => String(outcome(fields, () => 'read')).split(' ')[0]
    expect({
      noModel: codeOf({ model: '' }),
      modelOfAnotherKind: codeOf({ model: 5 }),
      promptOfAnotherKind: codeOf({ prompt: 5 }),
      modeOfAnotherKind: codeOf({ mode: 5 }),
      twoVideos: codeOf({ n: 2 }),
      oneVideo: codeOf({ n: '1' }),
      nothing: codeOf({ prompt: '' }),
      pictureAlone: codeOf({ prompt: '', image: PICTURE }),
    }).toEqual({
      noModel: 'model_missing',
      modelOfAnotherKind: 'model_missing',
      promptOfAnotherKind: 'task_member_invalid',
      modeOfAnotherKind: 'task_member_invalid',
      twoVideos: 'task_member_invalid',
      oneVideo: 'read',
      nothing: 'task_member_missing',
      pictureAlone: 'read',
    })
  })

  test('may have a vendor’s options, but no other model, count, length or URL to call', () => {
    const metadata = { Model_Name: 'dear', camera: { CallbackURL: 'http://a', zoom: 2 }, list: [{ n: 5, kept: 1 }] }
    const { metadata: vendors } = read({ style: 'oil', user: 'u', seconds: 5, 'num-frames': 900, metadata })
    expect(vendors).toEqual({ style: 'oil', camera: { zoom: 2 }, list: [{ kept: 1 }] })
    expect(read({ metadata: '{"style":"oil"}' }).metadata).toEqual({ style: 'oil' })
    expect(read({ style: 'ours', metadata: { style: 'theirs' } }).metadata).toEqual({ style: 'theirs' })
    for (const metadata of ['no json', '[]', [], 'null', 7])
      expect(outcome({ metadata }, () => 'read')).toStartWith('task_member_invalid')
  })

  test('is nested at most eight levels', () => {
    expect(outcome({ metadata: nested(8) }, () => 'read')).toBe('read')
    expect(outcome({ metadata: nested(9) }, () => 'read')).toStartWith('task_member_invalid')
  })

  test('has at most ten pictures, by URL, as data or from a form', () => {
    const form = new FormImage('image/webp', 'aGk=')
    const { images } = read({
      input_reference: { image_url: 'https://pictures.example/1.png' },
      image: PICTURE,
      images: ['aGk=', { url: 'data:image/jpeg;base64,aGk=' }, form, '', null],
    })
    expect(images).toEqual([
      { kind: 'url', url: 'https://pictures.example/1.png' },
      { kind: 'data', mime: 'image/png', base64: 'aGk=' },
      { kind: 'data', mime: 'image/png', base64: 'aGk=' },
      { kind: 'data', mime: 'image/jpeg', base64: 'aGk=' },
      form,
    ])
    const many = (count: number) => outcome({ images: Array(count).fill(PICTURE) }, video => video.images.length)
    expect([many(10), String(many(11)).split(' ')[0]]).toEqual([10, 'media_too_many'])
    expect(read({ images: PICTURE }).images).toHaveLength(1)
  })

  test.each(['http://127.0.0.1/a.png', 'data:image/svg+xml;base64,aGk=', '<svg/>', { image_url: 5 }, 7, {}])(
    'are no picture: %p',
    image => {
      expect(outcome({ image }, () => 'read')).toStartWith('task_member_invalid')
    },
  )
})
