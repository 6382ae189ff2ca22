import { expect, test } from 'bun:test'
import { makeWatchdog } from '../../platform/process/watchdog.ts'
import { type MemoryHold, uncounted } from '../../relay/call/memory-budget.ts'
import { IN_MEMORY_BYTES } from '../../relay/request/multipart/spool.ts'
import { readSpool, readUpload, writeUpload } from './upload.ts'

const steadiness = { watchdog: makeWatchdog(), seconds: 0 }
const read = (body: BodyInit, headers: Record<string, string> = {}, memory = uncounted) =>
  readUpload(new Request('http://localhost/', { method: 'POST', body, headers }), memory, steadiness)
const codeOf = (body: BodyInit, headers?: Record<string, string>) =>
  read(body, headers).then(
    () => 'none',
    error => error.code,
  )
const form = (...parts: [name: string, value: string | File][]) => {
  const made = new FormData()
  for (const [name, value] of parts) made.append(name, value as string) // a string or a file
  return made
}
const file = (name: string, text = 'text') => new File([text], name)

test('a form is read in any order and written with the same file', async () => {
  const text = 'é\r\n--x'.repeat(400_000)
  const { filename, fields, content } = await read(form(['file', file('a".jsonl', text)], ['purpose', 'batch']))
  expect([filename, Object.fromEntries(fields)]).toEqual([expect.stringMatching(/^[^"]+$/), { purpose: 'batch' }])
  expect(Buffer.concat(await Array.fromAsync(readSpool(content))).toString()).toBe(text)

  const { headers, body } = writeUpload(fields, filename, content)
  const bytes = Buffer.concat(await Array.fromAsync(body()))
  expect(headers['content-length']).toBe(String(bytes.length))
  const sent = await new Response(bytes, { headers: { 'content-type': headers['content-type'] } }).formData()
  expect(sent.get('purpose')).toBe('batch')
  expect(await (sent.get('file') as File).text()).toBe(text)
  await content.close()
})

test('a form that is not an upload is refused', async () => {
  expect(await codeOf('{}', { 'content-type': 'application/json' })).toBe('body_not_form')
  expect(await codeOf('--x\r\n', { 'content-type': 'multipart/form-data; boundary=x' })).toBe('body_not_form')
  expect(await codeOf(form(['purpose', 'batch']))).toBe('file_missing')
  expect(await codeOf(form(['file', file('a')], ['file', file('b')]))).toBe('member_ambiguous')
  expect(await codeOf(form(['file', file('a')], ['purpose', 'batch'], ['purpose', 'vision']))).toBe('member_ambiguous')
  expect(await codeOf(form(['file', file('a')]), { 'content-encoding': 'gzip' })).toBe('body_encoding_unknown')
  expect(await codeOf(form(['file', file('a')]), { 'content-length': '268435457' })).toBe('body_too_large')
})

test('a file keeps at most 255 characters of its name, and none that could end the header', async () => {
  const nameOf = async (name: string) => {
    const { filename, content } = await read(form(['file', file(name)]))
    await content.close()
    return filename
  }
  expect(await nameOf('a'.repeat(255))).toBe('a'.repeat(255))
  expect(await nameOf('a'.repeat(256))).toBe('a'.repeat(255))
  expect(await nameOf('a\\b')).toBe('a_b')
})

test('a file takes the memory of two pieces, however long it is', async () => {
  const grown: number[] = []
  const memory = { grow: (bytes: number) => void grown.push(bytes) } as unknown as MemoryHold
  const { content } = await read(form(['file', file('a', 'a'.repeat(3 * IN_MEMORY_BYTES))]), {}, memory)
  await content.close()
  expect(grown).toEqual([2 * IN_MEMORY_BYTES])
})
