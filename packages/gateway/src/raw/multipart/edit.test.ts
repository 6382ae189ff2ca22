import { describe, expect, test } from 'bun:test'
import { type FormEdits, rewriteForm, rewrittenBytes } from './edit.ts'
import { readForm } from './read.ts'

const [BOUNDARY, WRITTEN] = ['b-1', 'w-2']
const partOf =
  (boundary: string) =>
  (head: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
const part = partOf(BOUNDARY)
const written = partOf(WRITTEN)
const field = (name: string, value: string) => written(`name="${name}"`, value)
const END = `--${WRITTEN}--\r\n`

const SOUND = `RIFF\r\n--b-\r\n--b${'x'.repeat(200)}\r\n`
const MODEL = field('model', 'whisper-1')
const LANGUAGE = field('language', 'zh\r\n中')
const FILE = written('name="file"; filename="a.wav"', SOUND)
const form =
  part('name="model"', 'whisper-1') +
  part('name="file"; filename="a.wav"', SOUND) +
  part('name="language"', 'zh\r\n中') +
  `--${BOUNDARY}--\r\n`

/** The form as sent, which must have the length announced before. */
function rewritten(form: string, wanted: Record<string, string[]> = {}, chunkBytes = 7): string {
  const edits: FormEdits = new Map(Object.entries(wanted))
  const bytes = new TextEncoder().encode(form)
  const stage = rewriteForm(BOUNDARY, WRITTEN, edits)
  const reader = readForm(BOUNDARY)
  const out: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    out.push(...stage.push(bytes.subarray(at, at + chunkBytes)))
    reader.push(bytes.subarray(at, at + chunkBytes))
  }
  const all = Buffer.concat([...out, ...stage.end()])
  expect(all.length).toBe(rewrittenBytes(reader, WRITTEN, edits))
  return all.toString()
}

describe('a rewritten form', () => {
  test.each([1, 2, 3, 11, 64, 100_000])('has its original values, in chunks of %d bytes', chunkBytes => {
    for (const text of [form, `preamble\r\n${form}epilogue`])
      expect(rewritten(text, {}, chunkBytes)).toBe(MODEL + FILE + LANGUAGE + END)
  })

  test.each<[what: string, edits: Record<string, string[]>, form: string]>([
    ['first', { model: ['other'] }, field('model', 'other') + FILE + LANGUAGE + END],
    ['last', { language: ['en'] }, MODEL + FILE + field('language', 'en') + END],
    ['new', { prompt: ['é'] }, MODEL + FILE + LANGUAGE + field('prompt', 'é') + END],
    ['removed', { model: [] }, FILE + LANGUAGE + END],
    ['with several values', { model: ['a', 'b'] }, field('model', 'a') + field('model', 'b') + FILE + LANGUAGE + END],
    ['called as its file is', { file: ['x'] }, MODEL + FILE + LANGUAGE + field('file', 'x') + END],
    ['with a quote in its name', { 'a"b': ['x'] }, MODEL + FILE + LANGUAGE + field('a%22b', 'x') + END],
  ])('has a field that is %s', (_what, edits, expected) => {
    for (const chunkBytes of [1, 7, 100_000]) expect(rewritten(form, edits, chunkBytes)).toBe(expected)
  })

  test('has no part if all are removed', () => {
    expect(rewritten(`${part('name="a"', 'x')}--${BOUNDARY}--`, { a: [] })).toBe(END)
  })

  test('passes as it arrives, without waiting for a file', () => {
    const stage = rewriteForm(BOUNDARY, WRITTEN, new Map([['language', ['en']]]))
    const passed = stage.push(Buffer.from(form.slice(0, form.indexOf('xxxx') + 150)))
    expect(Buffer.concat(passed).length).toBeGreaterThan(MODEL.length + FILE.length - 100)
  })

  test.each([
    ['a name for other alphabets', `filename*=UTF-8''caf%C3%A9.wav`, 'filename="café.wav"'],
    ['such a name that is broken', `filename*=UTF-8''%C3`, 'filename="file"'],
    ['an empty name', 'filename=""', 'filename=""'],
    ['a quote in its name', String.raw`filename="a\"b.wav"`, 'filename="a%22b.wav"'],
  ])('keeps a file with %s a file', (_what, given, goesUp) => {
    const text = `${part(`name="file"; ${given}\r\nContent-Type: audio/wav`, 'RIFF')}--${BOUNDARY}--`
    expect(rewritten(text)).toBe(written(`name="file"; ${goesUp}\r\nContent-Type: audio/wav`, 'RIFF') + END)
  })
})

/** Text that some parsers take for a part and others for bytes. */
const HIDDEN: Record<string, string> = {
  'behind bare line ends': part(
    'name="prompt"',
    `a\n--${BOUNDARY}\nContent-Disposition: form-data; name="model"\n\ndear`,
  ),
  'behind the end': `${part('name="a"', 'b')}--${BOUNDARY}--\r\n${part('name="model"', 'dear')}`,
  'before the beginning': `--other\r\nContent-Disposition: form-data; name="model"\r\n\r\ndear\r\n${part('name="a"', 'b')}`,
  'behind another boundary': part(
    'name="a"',
    `\r\n--other\r\nContent-Disposition: form-data; name="model"\r\n\r\ndear`,
  ),
  'in a header of its own': part('name="a"\r\nX: y\nContent-Disposition: form-data; name="model"', 'dear'),
  'under another disposition': part('name="a"\r\nContent-Disposition: attachment; name="model"', 'dear'),
  'in an encoding': part('name="a"\r\nContent-Transfer-Encoding: quoted-printable', 'x=0D=0A--b-1'),
}

test.each(Object.keys(HIDDEN))('a part hidden by %s is not a part of the form that is sent', async hiding => {
  const text = rewritten(`${HIDDEN[hiding]}--${BOUNDARY}--\r\n`)
  expect(text).not.toMatch(/^Content-(?:Transfer|Disposition: attachment)/m)
  const headers = { 'content-type': `multipart/form-data; boundary=${WRITTEN}` }
  const names = [...(await new Response(text, { headers }).formData()).keys()]
  const reader = readForm(BOUNDARY)
  reader.push(Buffer.from(`${HIDDEN[hiding]}--${BOUNDARY}--\r\n`))
  expect(names).toEqual(reader.fields.map(({ name }) => name))
  expect(names).not.toContain('model')
})
