import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { curlOfCall, formatOfPath } from './curl-of-call.ts'

const SEED = 14
const PATHS = [
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/messages',
  '/v1beta/models/{model}:generateContent',
  '/v1beta/models/{model}:streamGenerateContent',
  '/v1beta/interactions',
  '/v1/completions',
  '/v1/embeddings',
  '/v1/moderations',
  '/v1/images/generations',
  '/v1/audio/speech',
  '/v1/rerank',
]

/** The arguments a shell passes to the program it starts. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${command}`
  const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: { TOLLGATE_KEY: 'sk-mine' } })
  return stdout.split('\0').slice(0, -1)
}

test('a shell runs the command unchanged: the address, the key and the model arrive whole', () => {
  const models = fc.oneof(
    fc.constant('gpt-5-mini'),
    fc.constant('it\'s a $(model) \\ "x"'),
    fc.string({ minLength: 1 }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...PATHS), models, fc.boolean(), (path, name, isStream) => {
      const model = name.replaceAll('\0', '')
      const command = curlOfCall({ path, model, isStream }, 'https://gate.example')
      const given = argumentsOf(command ?? '')
      const body = JSON.parse(given.at(-1) ?? '')
      const address = given.find(one => one.startsWith('https://gate.example/v1'))
      expect(given.some(one => one.startsWith('Authorization') || one.startsWith('x-'))).toBe(true)
      expect(given.filter(one => one.includes('sk-mine'))).toHaveLength(1)
      if (path.includes('{model}')) expect(address).toContain(`/models/${encodeURIComponent(model)}:`)
      else expect(body.model).toBe(model)
    }),
    { seed: SEED, numRuns: 60 },
  )
})

test('a streamed call is streamed again', () => {
  const call = { model: 'm', isStream: true }
  expect(curlOfCall({ ...call, path: '/v1/chat/completions' }, 'https://gate.example')).toBe(
    [
      'curl -N "https://gate.example/v1/chat/completions" \\',
      '  -H "Authorization: Bearer $TOLLGATE_KEY" \\',
      '  -H "Content-Type: application/json" \\',
      `  -d '{"model":"m","messages":[{"role":"user","content":"YOUR PROMPT"}],"stream":true}'`,
    ].join('\n'),
  )
  expect(curlOfCall({ ...call, path: PATHS[4] as string }, 'https://gate.example')).toContain('?alt=sse')
})

test('forms, sockets and unknown paths have no command, and models that cannot chat are not tried in the playground', () => {
  for (const path of ['/v1/audio/transcriptions', '/v1/realtime', '/somewhere', ''])
    expect(curlOfCall({ path, model: 'm', isStream: false }, '')).toBeNull()
  expect(PATHS.filter(path => formatOfPath(path) !== undefined)).toEqual(PATHS.slice(0, 5))
})
