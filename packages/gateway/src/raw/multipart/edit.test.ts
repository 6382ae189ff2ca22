import { describe, expect, test } from 'bun:test'
import { editForm } from './edit.ts'

const BOUNDARY = 'b-1'
const part = (head: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
const field = (name: string, value: string) => part(`name="${name}"`, value)
const END = `--${BOUNDARY}--\r\n`

const MODEL = field('model', 'whisper-1')
const LANGUAGE = field('language', 'zh\r\n中')
const FILE = part('name="file"; filename="a.wav"', `RIFF\r\n--b-\r\n--b${'x'.repeat(200)}\r\n`)

function edited(form: string, edits: Record<string, string[]>, chunkBytes = 7): string {
  const stage = editForm(BOUNDARY, new Map(Object.entries(edits)))
  const bytes = new TextEncoder().encode(form)
  const out: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes) out.push(...stage.push(bytes.subarray(at, at + chunkBytes)))
  return Buffer.concat([...out, ...stage.end()]).toString()
}

describe('an edited form', () => {
  const form = MODEL + FILE + LANGUAGE + END

  test.each([1, 2, 3, 11, 64, 100_000])('stays as it is where nothing is wanted, cut every %d bytes', chunkBytes => {
    expect(edited(form, {}, chunkBytes)).toBe(form)
    expect(edited(`preamble\r\n${form}epilogue`, {}, chunkBytes)).toBe(`preamble\r\n${form}epilogue`)
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
    for (const chunkBytes of [1, 7, 100_000]) expect(edited(form, edits, chunkBytes)).toBe(expected)
  })

  test('has one field where there were several of the name', () => {
    expect(edited(MODEL + FILE + MODEL + END, { model: ['other'] })).toBe(field('model', 'other') + FILE + END)
  })

  test('passes as it comes: a file is not waited for', () => {
    const stage = editForm(BOUNDARY, new Map([['language', ['en']]]))
    const passed = stage.push(Buffer.from(MODEL + FILE.slice(0, -20)))
    expect(Buffer.concat(passed).length).toBeGreaterThan((MODEL + FILE).length - 40)
  })
})
