import { describe, expect, test } from 'bun:test'
import { readForm } from './read.ts'
import { boundaryOf, MalformedForm } from './split.ts'

const BOUNDARY = 'b-1'
const part = (head: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
const END = `--${BOUNDARY}--\r\n`
const sound = `RIFF\r\n--b-\r\n--b${'x'.repeat(5_000)}\r\n`
const form =
  part('name="language"', 'zh\r\n中') +
  part('name="file"; filename="a.wav"\r\nContent-Type: audio/wav', sound) +
  part('name="model"', 'whisper-1') +
  END

function read(text: string, chunkBytes: number) {
  const reader = readForm(BOUNDARY)
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.push(bytes.subarray(at, at + chunkBytes))
  return reader
}

describe('a form', () => {
  test.each([1, 2, 7, 64, 100_000])('yields its fields and its file, in chunks of %d bytes', chunkBytes => {
    const reader = read(form, chunkBytes)
    expect(reader.isDone).toBe(true)
    expect(reader.fields.map(({ name, value }) => [name, value])).toEqual([
      ['language', 'zh\r\n中'],
      ['model', 'whisper-1'],
    ])
    expect(reader.files).toHaveLength(1)
    expect(reader.files[0]).toMatchObject({ name: 'file', bytes: sound.length })
    expect(new TextDecoder().decode(reader.files[0]?.head)).toBe(sound.slice(0, 4_096))
  })

  test('may start with text and have empty fields', () => {
    const reader = read(`preamble\r\n${part('name="a"', '')}${END}ignored`, 5)
    expect(reader.fields.map(({ name, value }) => [name, value])).toEqual([['a', '']])
  })

  test('does not hold long fields', () => {
    const reader = read(part('name="prompt"', 'x'.repeat(1_100_000)) + END, 65_536)
    expect([reader.fields, reader.files.map(file => file.bytes)]).toEqual([[], [1_100_000]])
  })

  test.each([
    ['a part without a name', part('filename="x"', 'y'), 'has no name'],
    ['a name that some parsers read without its backslash', part(String.raw`name="mod\el"`, 'y'), 'has several names'],
    ['a head without an end', `--${BOUNDARY}\r\n${'x'.repeat(20_000)}`, 'no end of its head'],
    ['countless parts', part('name="a"', '').repeat(1_002), 'over 1000 parts'],
  ])('%s is refused', (_what, text, message) => {
    expect(() => read(text, 4_096)).toThrow(message)
    expect(() => read(text, 4_096)).toThrow(MalformedForm)
  })
})

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['Multipart/Form-Data; charset=utf-8; boundary="a b"', 'a b'],
  ['multipart/form-data', null],
  ['application/json', null],
])('%s names %p', (contentType, boundary) => {
  expect(boundaryOf(contentType)).toBe(boundary)
})
