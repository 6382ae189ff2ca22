import { describe, expect, test } from 'bun:test'
import type { WireFormat } from '../../protocols/index.ts'
import { GENEROUS } from '../model-limits.ts'
import { factsIn, mostInput } from './most-input.ts'

type Json = Record<string, unknown>
const WINDOW = 1_000_000

const sized = (
  body: Json | string,
  { model = 'm', format = 'openai-chat' as WireFormat, contextWindow = WINDOW } = {},
) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return mostInput({ model, format, facts: factsIn(format, text) }, { contextWindow, output: 1 })
}

const said = (...parts: Json[]): Json => ({ messages: [{ role: 'user', content: parts }] })
const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes as string, 'latin1').toString('base64')
const bytesOf = (body: Json) => Buffer.byteLength(JSON.stringify(body))

const png = base64(`\x89PNG${'.'.repeat(900)}`)
const picture = (url: string): Json => ({ type: 'image_url', image_url: { url } })
const sound = (data: string, format: string): Json => ({ type: 'input_audio', input_audio: { data, format } })

function wave({ code = 1, rate = 16_000, block = 2 } = {}): string {
  const head = Buffer.alloc(44)
  head.write('RIFF....WAVEfmt ', 'latin1')
  head.writeUInt16LE(code, 20)
  head.writeUInt32LE(rate, 24)
  head.writeUInt16LE(block, 32)
  return Buffer.concat([head, Buffer.alloc(3_000)]).toString('base64')
}
const mp3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(3_000)]).toString('base64')
const tagged = (body: Uint8Array) =>
  Buffer.concat([Buffer.from('ID3\x04\x00\x00\x00\x00\x01\x00', 'latin1'), Buffer.alloc(128), body]).toString('base64')

describe('the most a request can consume', () => {
  test('is one token per byte of its text, plus the instructions upstreams add for tools', () => {
    const body = { messages: [{ role: 'user', content: 'añ' }] }
    expect(sized(body)).toEqual({ tokens: bytesOf(body), imageTokens: 0, soundTokens: 0 })
    const offered = { ...body, tools: [{ type: 'function', function: { name: 'f' } }] }
    expect(sized(offered).tokens).toBe(bytesOf(offered) + 1_024)
    expect(sized({ ...body, functions: [{ name: 'f' }] }).tokens).toBeGreaterThan(1_024)
  })

  test('is 5000 tokens per image, and ten times that for one family', () => {
    const body = said(picture(`data:image/png;base64,${png}`))
    const around = bytesOf(said(picture('')))
    expect(sized(body)).toEqual({ tokens: around + 5_000, imageTokens: 5_000, soundTokens: 0 })
    expect(sized(body, { model: 'gpt-4o-mini' }).imageTokens).toBe(50_000)
    expect(sized(said(picture(png))).imageTokens).toBe(5_000)
  })

  test.each([
    ['samples as they are', wave(), 'wav'],
    ['MP3', mp3, 'mp3'],
    ['MP3 behind its tags', tagged(Buffer.from([0xff, 0xfb, 0x90, 0])), 'mp3'],
  ])('is one token per 32 characters of sound: %s', (_name, data, format) => {
    const soundTokens = Math.ceil(data.length / 32)
    const around = bytesOf(said(sound('', format)))
    expect(sized(said(sound(data, format)))).toEqual({ tokens: around + soundTokens, imageTokens: 0, soundTokens })
  })

  test('is one token per character of a text sent as a file', () => {
    const data = base64('a,b\n1,2\n'.repeat(100))
    const body = said({ type: 'file', file: { filename: 'a.csv', file_data: `data:text/csv;base64,${data}` } })
    const around = bytesOf(said({ type: 'file', file: { filename: 'a.csv', file_data: '' } }))
    expect(sized(body).tokens).toBe(around + data.length)
  })

  test('is at most the model’s window, including images', () => {
    const body = said({ type: 'text', text: 'a'.repeat(500) })
    expect(sized(body, { contextWindow: 100 }).tokens).toBe(100)
    const shown = said(picture(`data:image/png;base64,${png}`))
    expect(sized(shown, { contextWindow: 100 })).toMatchObject({ tokens: 100, imageTokens: 100 })
  })

  test('is a usual window if the model’s is unknown', () => {
    const pointing = said(picture('https://example.com/a.png'))
    expect(sized(pointing, { contextWindow: GENEROUS.contextWindow }).tokens).toBe(262_144)
    const longer = { ...pointing, user: 'a'.repeat(300_000) }
    expect(sized(longer, { contextWindow: GENEROUS.contextWindow }).tokens).toBeGreaterThan(300_000)
  })

  test('is one window per input for a call with several inputs', () => {
    const address = { image: 'https://example.com/a.png' }
    const { tokens } = sized({ model: 'm', input: [address, 'a', address] }, { format: 'openai-embeddings' })
    expect(tokens).toBeGreaterThan(2 * WINDOW)
  })
})

describe('media not bounded by their bytes fill the window', () => {
  test.each<[name: string, part: Json]>([
    ['FLAC', sound(base64(`fLaC${'\0'.repeat(6_000)}`), 'flac')],
    ['MPEG-4', sound(base64(`\0\0\0 ftypM4A ${'\0'.repeat(30_000)}`), 'mp4')],
    ['Ogg', sound(base64(`OggS${'\0'.repeat(6_000)}`), 'ogg')],
    ['tags with another sound behind them', sound(tagged(Buffer.from('fLaC')), 'mp3')],
    ['samples so few a second', sound(wave({ rate: 1 }), 'wav')],
    ['packed samples', sound(wave({ code: 0x55 }), 'wav')],
    ['a text that begins as a picture, declared as text', fileOf('text/plain', `GIF8\0${'a'.repeat(500)}`)],
    ['a picture that is none', picture(`data:image/png;base64,${base64('a'.repeat(500))}`)],
    ['a document', fileOf('application/pdf', '%PDF-1.7')],
    ['a document declared as text', fileOf('text/plain', '%PDF-1.7')],
  ])('%s', (_name, part) => {
    expect(sized(said(part)).tokens).toBe(WINDOW)
  })
})

function fileOf(mime: string, bytes: string): Json {
  return { type: 'file', file: { filename: 'a', file_data: `data:${mime};base64,${base64(bytes)}` } }
}
