import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type Channel,
  calls,
  type OptionKey,
  optionKeys,
  optionLines,
  USER_ID_HEADER,
  type User,
} from '@tollgate/contract'
import fc from 'fast-check'
import { parse, stringify } from 'yaml'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { applySite } from './apply-site.ts'
import { exportText } from './export.ts'
import { makeSecrets } from './fill-secrets.ts'
import { planText } from './print.ts'
import { UNPRINTABLE } from './printable.ts'
import { Problem } from './problem.ts'
import { readSiteFile } from './read-file.ts'
import type { Standing } from './standing.ts'

/** Allows for slow machines. */
const PATIENCE_MS = 60_000

const CANARY = 'canary-5f3a'
const NAMED = '$' + '{CI_SECRET}'
const environment = { CI_SECRET: CANARY }
const read = (text: string) => readSiteFile(text, makeSecrets(environment))

describe('a variable of the environment', () => {
  test('is filled only into secrets: the secret options, keys and proxies', () => {
    for (const key of optionKeys) {
      const file = read(stringify({ options: { [key]: NAMED } }))
      expect([key, file.options?.[key]]).toEqual([key, optionLines[key].secret ? CANARY : NAMED])
    }
    const names = ['name', 'base_url', 'tag', 'test_model', 'other', 'openai_organization', 'models', 'groups']
    const channel = Object.fromEntries([...names, 'key'].map(name => [name, NAMED]))
    const setting = { proxy: NAMED, system_prompt: NAMED, else: { proxy: NAMED } }
    const file = read(stringify({ channels: [{ ...channel, type: 1, setting, param_override: { key: NAMED } }] }))
    expect(file.channels).toEqual([
      {
        ...channel,
        name: NAMED,
        type: 1,
        key: CANARY,
        setting: { ...setting, proxy: CANARY },
        param_override: { key: NAMED },
      },
    ])
  })
})

describe('an exported file', () => {
  const channel = (fields: Partial<Channel>): Channel => ({
    id: 1,
    type: 1,
    name: 'main',
    openai_organization: '',
    max_input_tokens: 0,
    base_url: '',
    other: '',
    model_mapping: '',
    status_code_mapping: '',
    models: 'm',
    group: 'default',
    auto_ban: 1,
    test_model: '',
    priority: 0,
    weight: 0,
    tag: '',
    setting: '',
    param_override: '',
    status: 1,
    key_spread: '',
    response_time: 0,
    balance: 0,
    used_quota: 0,
    created_time: 0,
    test_time: 0,
    balance_updated_time: 0,
    other_info: '',
    version: 1,
    ...fields,
  })
  const standing = (fields: Partial<Channel>, options: [OptionKey, string][] = []): Standing => ({
    options: new Map(options),
    secretsSet: new Set(),
    channels: [channel(fields)],
    types: [],
  })

  const name = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom('cookie', 'auth', 'sig', 'headers', 'header_override', 'x', 'code', 'proxy', 'temperature', 'stop'),
    fc.constantFrom('force_format', 'rpm_limit', 'thinking', 'stream_options', 'reasoning_effort', 'max_tokens'),
  )
  const secretText = fc.constantFrom(CANARY, `Bearer ${CANARY}`, `https://a.example/?sig=${CANARY}`, `${CANARY}\n`)
  const planted = fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 4 },
      secretText,
      fc.tuple(name, tie('value')).map(([name, value]) => ({ [name]: value })),
      fc.tuple(fc.jsonValue({ maxDepth: 1 }), tie('value')),
    ),
  })).value
  const object = (known: object) =>
    fc.tuple(name, planted).map(([name, value]) => JSON.stringify({ ...known, [name]: value }))
  const address = fc
    .tuple(
      fc.constantFrom('https:', 'HTTPS:', 'http:', 'socks5:'),
      fc.constantFrom(
        `//u:${CANARY}@h.example/v1`,
        `//${CANARY}@h.example`,
        `//h.example/v1?code=${CANARY}`,
        `//h.example?${CANARY}`,
        `//h.example/v1#${CANARY}`,
        `//h.example/a b?x&key=${CANARY}&y`,
      ),
    )
    .map(parts => parts.join(''))
  const fields: fc.Arbitrary<Partial<Channel>> = fc.oneof(
    fc.record({ base_url: address }),
    fc.record({ base_url: fc.constant(`no address, ${CANARY}`) }),
    fc.record({ other: fc.oneof(address, secretText) }),
    fc.record({ setting: object({ system_prompt: 'Be kind.' }) }),
    fc.record({ setting: address.map(proxy => JSON.stringify({ proxy })) }),
    fc.record({ param_override: object({ temperature: 0.5 }) }),
    fc.record({ status_code_mapping: object({ 429: 503 }) }),
    fc.record({
      model_mapping: planted.filter(value => typeof value !== 'string').map(m => JSON.stringify({ m })),
    }),
    fc.record({ setting: fc.constant(`not JSON ${CANARY}`), param_override: fc.constant(`["${CANARY}"]`) }),
  )

  test(
    'contains no secret, wherever one is planted in a channel, and lists the omitted fields',
    () => {
      fc.assert(
        fc.property(fields, fields => {
          // A prompt is for models to read and no place for secrets.
          fc.pre(!JSON.stringify(fields).includes('"system_prompt\\":\\"canary'))
          const text = exportText(standing(fields))
          expect(text).not.toContain(CANARY)
          for (const field of Object.keys(fields)) expect(text).toMatch(new RegExp(`^# Left out .*\\b${field}\\b`, 'm'))
          expect(parse(text).channels).toHaveLength(1)
        }),
        { seed: 25, numRuns: 1500 },
      )
    },
    PATIENCE_MS,
  )

  test('contains everything known not to be secret', () => {
    const fields = {
      base_url: 'https://h.example/v1',
      setting: { proxy: 'socks5://p.example:1080', rpm_limit: 5, system_prompt: 'Be kind.' },
      param_override: { temperature: 0.2, stream_options: { include_usage: true }, reasoning_effort: 'low' },
      model_mapping: { a: 'b' },
      status_code_mapping: { 429: 503 },
    }
    const texts = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    const text = exportText(standing(Object.fromEntries(texts)))
    expect(parse(text).channels[0]).toMatchObject(fields)
    expect(text).not.toContain('Left out')
  })

  test('contains no secret, even from an option not marked as secret', () => {
    const withQuery = `https://h.example/x?key=${CANARY}`
    const wary: [OptionKey, string][] = [
      ...optionKeys
        .filter(key => {
          const { control, publicAs, secret } = optionLines[key]
          return control === 'text' && publicAs === undefined && !secret
        })
        .map((key): [OptionKey, string] => [key, withQuery]),
      ['alert_setting.webhook_url', `https://hooks.example/services/${CANARY}`],
      ['claude.model_headers_settings', `{"m":{"authorization":["${CANARY}"]}}`],
    ]
    expect(wary.length).toBeGreaterThan(15)
    for (const one of wary) {
      const text = exportText(standing({}, [one]))
      expect([one[0], text.includes(CANARY), text.includes(`that are set: ${one[0]}`)]).toEqual([one[0], false, true])
    }
  })

  test('and a plan show control characters as escapes, and the file means the same', () => {
    const strange = fc.string({
      unit: fc.constantFrom(
        'a',
        '\n',
        '\t',
        '\u001b[2J',
        '\u0007',
        '\r',
        '\u009b',
        '\u202e',
        '\u2028',
        '\u{e0041}',
        '"',
      ),
      maxLength: 12,
    })
    fc.assert(
      fc.property(strange, strange, (text, tag) => {
        const file = exportText(standing({ tag, name: `x${text}` }, [['Notice', text]]))
        expect(file).not.toMatch(UNPRINTABLE)
        expect(parse(file)).toMatchObject({ channels: [{ name: `x${text}`, ...(tag !== '' && { tag }) }] })
        const lines = [{ name: text, before: text, after: tag }]
        const plan = planText([{ kind: 'change', what: text, lines, apply: async () => null }], text => text)
        expect(plan).not.toMatch(UNPRINTABLE)
        expect(plan.split('\n')).toHaveLength(2)
      }),
      { seed: 25, numRuns: 500 },
    )
  })
})

describe('a file that would take long', () => {
  const DEEP: [string, (levels: number) => string][] = [
    ['maps', levels => `options: ${'{a: '.repeat(levels)}1${'}'.repeat(levels)}`],
    ['lists', levels => `options: ${'['.repeat(levels)}${']'.repeat(levels)}`],
    ['maps by indentation', levels => Array.from({ length: levels }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
    ['lists on one line', levels => `${'- '.repeat(levels)}1`],
    ['keys that are keys', levels => `${'? '.repeat(levels)}1`],
    ['unclosed maps', levels => '{a: '.repeat(levels)],
  ]
  test.each(DEEP)('because of nested %s is refused by its depth', (_, nested) => {
    for (const levels of [100, 3_000, 20_000].filter(levels => nested(levels).length < 4e6))
      expect(() => read(nested(levels))).toThrow(/^Line \d+: more than 64 levels deep\.$/)
  })

  test(
    'because of its size is refused, and of many names is read',
    () => {
      expect(() => read(`# ${'x'.repeat(4 * 1024 * 1024)}`)).toThrow(
        new Problem('The file is too large: the limit is 4 MiB.'),
      )
      const prices = Array.from({ length: 30_000 }, (_, at) => `  model-${at}: { ratio: 1 }`)
      expect(Object.keys(read(`prices:\n${prices.join('\n')}`).prices ?? {})).toHaveLength(30_000)
      expect(() => read(`prices:\n${[...prices, prices[7]].join('\n')}`)).toThrow('Line 30002: Map keys must be unique')
      // Comparing each with each would take minutes.
    },
    PATIENCE_MS,
  )
})

for (const { kind, open } of databases())
  describe(`applying by rank on ${kind}`, () => {
    let gateway: TestGateway
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
      gateway = await startGateway(database.place.DATABASE_URL)
    })
    afterAll(async () => {
      await gateway.stop()
      await database.close()
    })

    const options = async () => {
      const list = await gateway.consoleCall<{ key: string; value: string }[]>('GET', calls.options.list.path)
      return Object.fromEntries(list.map(({ key, value }) => [key, value]))
    }
    async function adminsToken() {
      const account = { username: 'keeper', password: 'correct horse' }
      const { id } = await gateway.consoleCall<User>('POST', calls.userAdmin.create.path, account)
      await gateway.consoleCall('POST', calls.userAdmin.manage.path, { id, action: 'promote' })
      const json = { 'content-type': 'application/json' }
      const body = JSON.stringify(account)
      const signedIn = await fetch(gateway.url + calls.users.login.path, { method: 'POST', headers: json, body })
      const headers = { cookie: signedIn.headers.get('set-cookie') ?? '', [USER_ID_HEADER]: String(id) }
      const { data } = await (await fetch(`${gateway.url}/api/user/token`, { headers })).json()
      return { TOLLGATE_TOKEN: data as string, TOLLGATE_USER: String(id) }
    }
    const rootsToken = async () => ({
      TOLLGATE_TOKEN: await gateway.consoleCall<string>('GET', '/api/user/token'),
      TOLLGATE_USER: gateway.headers[USER_ID_HEADER] ?? '',
    })

    test.each([
      ['admin', adminsToken],
      ['root', rootsToken],
    ] as const)('a script of the role %s writes only the operators’ options', async (role, tokenOf) => {
      const environment = { TOLLGATE_URL: gateway.url, ...(await tokenOf()) }
      const said: string[] = []
      const own = { SystemName: role, RetryTimes: role === 'root' ? 7 : 6, About: `by ${role}` }
      const guarded = { SMTPServer: 'evil.example', EpayKey: 'mine', Chats: [] }
      const before = await options()
      const code = await applySite(stringify({ options: { ...own, ...guarded } }), {
        isAgreed: true,
        environment,
        say: line => void said.push(line),
      })
      expect([code, await options()]).toEqual([2, { ...before, ...own, RetryTimes: String(own.RetryTimes) }])
      expect(said.join('\n')).toContain('3 changes applied. 3 left to the super admin.')
      for (const key of Object.keys(guarded)) expect(said.join('\n')).toContain(`! option ${key}\n`)
      expect(await gateway.consoleCall('GET', calls.options.secrets.path)).toMatchObject({ EpayKey: false })
    })
  })
