import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { makeRedactor } from './index.ts'

const stranger = makeRedactor([])

describe('text that looks like a key', () => {
  test.each([
    [
      'Incorrect API key provided: sk-proj-abc123**********wxyz. Try again',
      'Incorrect API key provided: ***. Try again',
    ],
    ['Authorization: Bearer abcdef.123-456', 'Authorization: Bearer ***'],
    ['x-api-key: "0123456789abcdef"', 'x-api-key: "***"'],
    [String.raw`{"echo":"x-api-key: \"0123456789abcdef\""}`, String.raw`{"echo":"x-api-key: \"***\""}`],
    ['API key not valid: AIzaSyA1234567890abcdef', 'API key not valid: ***'],
    ['API key provided: 9a8b7c6d5e4f', 'API key provided: ***'],
    ['see /v1?key=verysecret&alt=sse', 'see /v1?key=***&alt=sse'],
    [String.raw`see \/v1?\u006bey=verysecret\u0026alt=sse`, String.raw`see \/v1?\u006bey=***\u0026alt=sse`],
    ['The disk-based task-runner-for-things took 12:34:56', 'The disk-based task-runner-for-things took 12:34:56'],
    ['connect ECONNREFUSED 10.1.2.3:8080', 'connect ECONNREFUSED ***'],
    ['See https://docs.example.com/errors', 'See https://docs.example.com/errors'],
  ])('%s', (text, masked) => {
    expect(stranger.keys(text)).toBe(masked)
  })
})

describe('in a sentence for strangers', () => {
  test.each([
    ['POST https://api.example.com/v1/chat?x=1: refused', 'POST *** refused'],
    ['connect to [2001:db8::7]:443 failed, ::1 too', 'connect to *** failed, *** too'],
    ['getaddrinfo ENOTFOUND llm.corp.internal', 'getaddrinfo ENOTFOUND ***'],
    ['localhost:11434 is down', '*** is down'],
    ['ask api.example.com. Then wait', 'ask ***. Then wait'],
    [
      'model gpt-4.1-mini: use messages.0.content, std::string at 12:34:56',
      'model gpt-4.1-mini: use messages.0.content, std::string at 12:34:56',
    ],
  ])('%s', (text, masked) => {
    expect(stranger.all(text)).toBe(masked)
  })
})

describe('known secrets', () => {
  test.each([
    ['key abc at abc.def', ['abc', 'abc.def', ''], 'key *** at ***'],
    ['the abacus of abc', ['abc'], 'the abacus of ***'],
    ['at GATE.Example.com:8443', ['gate.example.com', 'gate.example.com:8443'], 'at ***'],
    [
      'MIIEvAIBADANBgkq and Hkmg',
      ['-----BEGIN PRIVATE KEY-----\nMIIEvAIBADANBgkq\n-----END PRIVATE KEY-----'],
      '*** and Hkmg',
    ],
    ['proxy said p%40ss%2Fw0rd', ['p@ss/w0rd'], 'proxy said ***'],
    [`Basic ${btoa('somebody:hunter-two')}`, ['hunter-two'], 'Basic ***'],
    ['tool_choice: none is not one of -', ['-'], 'tool_choice: none is not one of -'],
  ])('%s', (text, secrets, masked) => {
    expect(makeRedactor(secrets).keys(text)).toBe(masked)
  })
})

/** Secrets that look like keys, passwords and hosts. */
const secret = fc
  .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+=:@!~$#|*'), {
    minLength: 12,
    maxLength: 60,
  })
  .map(units => units.join(''))

const hex = (unit: string, digits: number) => unit.charCodeAt(0).toString(16).padStart(digits, '0')
const encodings: ((unit: string) => string)[] = [
  unit => unit,
  unit => `\\u${hex(unit, 4)}`,
  unit => `\\\\u${hex(unit, 4).toUpperCase()}`,
  unit => `\\x${hex(unit, 2)}`,
  unit => `%${hex(unit, 2)}`,
  unit => `%25${hex(unit, 2).toUpperCase()}`,
  unit => `&#x${hex(unit, 2)};`,
  unit => `&#${unit.charCodeAt(0)};`,
  unit => `&amp;#${unit.charCodeAt(0)};`,
  unit => (/[/"]/.test(unit) ? `\\${unit}` : unit),
]
const mixed = fc.tuple(secret, fc.array(fc.nat(), { minLength: 60, maxLength: 60 })).map(([text, choices]) => ({
  secret: text,
  echo: [...text].map((unit, at) => encodings[(choices[at] ?? 0) % encodings.length]?.(unit)).join(''),
}))
/** Passwords with characters that may be mistaken for escapes. */
const password = fc
  .array(fc.constantFrom(...'abcnrtux09-_./+=:@%\\"&#;<> '), { minLength: 12, maxLength: 60 })
  .map(units => `p${units.join('')}w`)
const json = (text: string) => JSON.stringify(text).slice(1, -1)
const entities = (text: string) => text.replace(/[<>&'"]/g, unit => `&#${unit.charCodeAt(0)};`)

const SETTINGS = { seed: 66, numRuns: 1_500 }

describe('a secret', () => {
  test('is hidden in any mixture of encodings', () => {
    fc.assert(
      fc.property(mixed, ({ secret, echo }) => {
        expect(makeRedactor([secret]).keys(`bad (${echo}) given`)).toBe('bad (***) given')
      }),
      SETTINGS,
    )
  })

  test('that looks escaped itself is hidden, escaped once and twice', () => {
    const encoding = fc.constantFrom((text: string) => text, json, encodeURIComponent, entities)
    fc.assert(
      fc.property(password, encoding, encoding, (password, first, second) => {
        const redacted = makeRedactor([password]).keys(`bad (${second(first(password))}) given`)
        expect(redacted).toBe('bad (***) given')
      }),
      SETTINGS,
    )
  })

  test('in base64 or hex is hidden at any offset', () => {
    const word = fc.stringMatching(/^[a-z]{0,9}$/)
    const packings = fc.constantFrom<BufferEncoding>('base64', 'base64url', 'hex')
    fc.assert(
      fc.property(secret, word, word, packings, (secret, before, after, packing) => {
        const packed = Buffer.from(before + secret + after).toString(packing)
        expect(makeRedactor([secret]).keys(`got <${packed}>`)).toBe('got <***>')
      }),
      SETTINGS,
    )
  })

  test('is hidden in JSON, which stays JSON', () => {
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (secret, before, after) => {
        const redacted = makeRedactor([secret]).keys(JSON.stringify({ [before]: `${before} ${secret} ${after}` }))
        expect(JSON.stringify(JSON.parse(redacted))).not.toContain(secret.slice(1, -1))
      }),
      SETTINGS,
    )
  })
})

test('ordinary words are unchanged, however they are escaped', () => {
  const word = fc.constantFrom(
    'The model',
    '"gpt-4.1"',
    'does not support',
    '50%',
    'a%20b',
    '&amp;',
    '\\n',
    '\\u00e9',
    'temperature',
    '{"n": 1}',
    'tool_choice.function',
    'https://platform.example.com/docs?page=2#keys',
    'key',
    'token',
    '日本語',
    '🙂',
  )
  const redactor = makeRedactor(['upstream-key-1234', 'gate.example.com', 'hunter2'])
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), words => {
      expect(redactor.keys(words.join(' '))).toBe(words.join(' '))
    }),
    SETTINGS,
  )
})

// Each of these once exceeded a test's time.
test.each([
  ' ',
  '"',
  '\\',
  '%25',
  '&amp;',
  'a-',
  'a.',
  'api key ',
  'bearer ',
  'eyJa-',
  '1:',
  '::',
  '1.',
  'sk-',
  'AB',
  '\\u005c',
  '[',
  '?key=',
])('%j repeated is searched quickly', piece => {
  const redactor = makeRedactor(['upstream-key-1234', piece.repeat(40)])
  const text = piece.repeat(Math.ceil((1024 * 1024) / piece.length))
  for (const redact of [redactor.keys, redactor.all]) expect(redact(text).length).toBeLessThanOrEqual(32 * 1024 + 1)
})
