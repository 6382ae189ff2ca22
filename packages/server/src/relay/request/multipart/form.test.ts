import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { makeWatchdog } from '../../../platform/process/watchdog.ts'
import type { MemoryHold } from '../../call/memory-budget.ts'
import { readForm, typedField } from './form.ts'

const BOUNDARY = 'b0undary'
const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const FILE = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`

/** A form whose pieces arrive when they are read. */
async function formOf(...pieces: string[]) {
  const form = await formBy({ canPay: async () => true }, ...pieces)
  if (!form) throw new Error('no form')
  return form
}

function formBy({ canPay, taken = [] }: { canPay(): Promise<boolean>; taken?: string[] }, ...pieces: string[]) {
  const left = [...pieces, `--${BOUNDARY}--\r\n`]
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = left.shift()
        if (piece === undefined) return controller.close()
        taken.push(piece)
        controller.enqueue(Buffer.from(piece))
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const request = new Request('http://localhost/', { method: 'POST', headers, body })
  const memory = { grow: () => undefined } as unknown as MemoryHold
  const steadiness = { watchdog: makeWatchdog(), seconds: 0 }
  return readForm(request, { format: 'openai-transcriptions' }, memory, { steadiness, canPay })
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += Buffer.from(chunk).toString()
  return text
}

const SOUND = `${FILE}${'x'.repeat(100)}`

describe('a form with fields after its file', () => {
  test('knows them all before any of it is sent', async () => {
    for (const name of ['models', 'provider[order]', 'Extra_Body']) {
      const form = await formOf(
        field('model', 'whisper-1'),
        SOUND,
        '\r\n',
        field(name, 'dear'),
        field('language', 'en'),
      )
      expect(form.fieldNames()).toContain(name)
      await form.close()
    }
  })

  test('is sent without the removed fields, wherever they are', async () => {
    const form = await formOf(
      field('model', 'whisper-1'),
      SOUND,
      '\r\n',
      field('models', 'dear'),
      field('language', 'en'),
    )
    const text = await textOf(form.body(new Map([['models', []]])).chunks)
    expect(text).toContain('name="language"')
    expect(text).not.toContain('dear')
    await form.close()
  })
})

describe('a form of a caller without a balance', () => {
  const MIB = 1024 * 1024
  const long = [field('model', 'whisper-1'), FILE, ...Array.from({ length: 40 }, () => 'x'.repeat(MIB / 4)), '\r\n']

  test('is read only as far as it fits in memory', async () => {
    const taken: string[] = []
    const reading = formBy({ canPay: async () => false, taken }, ...long)
    expect(await reading.catch(error => error.code)).toBe('balance_empty')
    expect(taken.join('').length).toBeLessThan(1.5 * MIB)
  })

  test('is read if it is short, without checking the balance', async () => {
    const form = await formBy({ canPay: () => expect.unreachable() }, field('model', 'whisper-1'), SOUND, '\r\n')
    expect(form?.fieldNames()).toEqual(['model', 'file'])
    await form?.close()
  })

  test('is read whole after one check if the caller can pay', async () => {
    const asked: true[] = []
    const form = await formBy({ canPay: async () => asked.push(true) > 0 }, ...long)
    expect(form?.bytes()).toBeGreaterThan(10 * MIB)
    expect(asked).toEqual([true])
    await form?.close()
  })
})

test('a field is a switch or a number that every host reads alike, or stays a text, which is refused', () => {
  const said = fc.oneof(
    fc.constantFrom(
      '1',
      'yes',
      'on',
      't',
      ' true',
      'TRUE',
      'false',
      '',
      '1_0',
      '１０',
      '+10',
      '1e1',
      '0x10',
      '10.0',
      ' 4',
      '-3',
    ),
    fc.nat(10_000).map(String),
    fc.string(),
  )
  fc.assert(
    fc.property(said, text => {
      expect(typedField('stream', text)).toBe(
        text.toLowerCase() === 'true' ? true : text.toLowerCase() === 'false' ? false : text,
      )
      for (const name of ['n', 'best_of'])
        expect(typedField(name, text)).toBe(/^[0-9]{1,9}$/.test(text) ? Number(text) : text)
      expect(typedField('prompt', text)).toBe(text)
    }),
    { seed: 25, numRuns: 500 },
  )
})
