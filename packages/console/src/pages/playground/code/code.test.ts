import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLAYGROUND_FORMATS, type PlaygroundFormat } from '@tollgate/contract'
import type { ModelRequest } from '../formats/format.ts'
import { formats } from '../formats/index.ts'
import { codeOf } from './index.ts'

const REQUEST: ModelRequest = {
  model: 'm',
  system: 'Be "brief", don\'t $ramble.',
  messages: [
    { id: '1', parent: null, role: 'user', parts: [{ kind: 'text', text: 'It\'s `$(here)`\n"quoted" \\ 東京' }] },
  ],
  parameters: { temperature: 0.5, max_tokens: 9 },
  tools: [
    { name: 'find', description: 'Finds', schema: { type: 'object', properties: { 'a-b': { type: 'string' } } } },
  ],
  isStreamed: false,
}

/** The request that the stand-in for the gateway received: path, key, body. */
let asked: { path: string; key: string | null; body: unknown }[]
let server: ReturnType<typeof Bun.serve>
beforeAll(() => {
  server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const { headers } = request
      const key =
        headers.get('authorization')?.replace('Bearer ', '') ??
        headers.get('x-api-key') ??
        headers.get('x-goog-api-key')
      asked.push({ path: pathname + search, key, body: await request.json() })
      return Response.json({ choices: [], output: [], content: [], candidates: [] })
    },
  })
})
afterAll(() => server.stop(true))
beforeEach(() => {
  asked = []
})
const address = () => `http://127.0.0.1:${server.port}`

async function run(command: string[]): Promise<void> {
  const child = Bun.spawn(command, { env: { ...process.env, TOLLGATE_KEY: 'sk-mine' }, stdout: 'pipe', stderr: 'pipe' })
  const [errors, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited])
  expect([exitCode, exitCode === 0 ? '' : errors]).toEqual([0, ''])
}

const written = (format: PlaygroundFormat) => {
  const { path, body } = formats[format].write(REQUEST)
  return [{ path, key: 'sk-mine', body }]
}

describe('the shown code makes the same request as the page', () => {
  const canCurl = Bun.which('curl') !== null
  if (!canCurl) console.log('curl is not here: what is shown for it is not run.')
  for (const format of PLAYGROUND_FORMATS)
    if (canCurl)
      test(`by curl in ${formats[format].label}`, async () => {
        await run(['sh', '-c', codeOf(REQUEST, format, 'curl', address())])
        expect(asked).toEqual(written(format) as typeof asked)
      })

  // Google's package is not among the console's.
  test.each(PLAYGROUND_FORMATS.filter(format => format !== 'gemini'))(
    'by the official package of TypeScript in %s',
    async format => {
      // Near the packages that the program imports.
      const folder = mkdtempSync(join(import.meta.dir, 'shown-'))
      try {
        const file = join(folder, 'program.ts')
        writeFileSync(file, codeOf(REQUEST, format, 'TypeScript', address()))
        await run([process.execPath, file])
        expect(asked).toEqual(written(format) as typeof asked)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )
})

test('Google’s package gets model and contents, and the rest as its config', () => {
  const code = codeOf({ ...REQUEST, isStreamed: true }, 'gemini', 'TypeScript', 'https://gateway.example')
  expect(code).toContain('client.models.generateContentStream({\n  model: "m",\n  contents: [')
  expect(code).toContain('  config: {\n    temperature: 0.5,\n    maxOutputTokens: 9,\n    systemInstruction: {')
})

test('Python has its own words for true, false and null', () => {
  const request: ModelRequest = {
    ...REQUEST,
    isStreamed: true,
    tools: [{ name: 'find', description: '', schema: { type: 'object', additionalProperties: false, default: null } }],
  }
  const code = codeOf(request, 'openai-chat', 'Python', 'https://gateway.example')
  expect(code).toContain('    stream=True,\n')
  expect(code).toContain('"additionalProperties": False,')
  expect(code).toContain('"default": None,')
  expect(code).not.toMatch(/\b(true|false|null)\b/)
})

test('pictures are shortened, long texts are not', () => {
  const text = 'a word '.repeat(100)
  const parts = [
    { kind: 'image' as const, name: 'x.png', mime: 'image/png', data: 'iVBORw0K'.repeat(1_000) },
    { kind: 'text' as const, text },
  ]
  const request = { ...REQUEST, messages: [{ id: '1', parent: null, role: 'user' as const, parts }] }
  for (const format of PLAYGROUND_FORMATS) {
    const code = codeOf(request, format, 'curl', 'https://gateway.example')
    expect(code).toContain(text)
    expect(code.length).toBeLessThan(4_000)
  }
})
