import { describe, expect, test } from 'bun:test'
import { type OptionKey, optionKeys, optionLines } from '@tollgate/contract'
import pino from 'pino'
import { makeChangeEvents } from '../cluster/change-events.ts'
import { ApiError } from '../http/api-error.ts'
import { loadOptions } from './index.ts'
import type { OptionStore } from './store.ts'
import { wordsOfChoices } from './words-of-choices.ts'

/** Options over a store in memory, with their log lines and change events. */
async function optionsWith(stored: Record<string, string | null> = {}) {
  const texts = new Map(Object.entries(stored))
  const store: OptionStore = {
    load: async () => [...texts].map(([key, text]) => ({ key, text })),
    save: async (key, text) => void texts.set(key, text),
  }
  const warnings: unknown[] = []
  const log = pino({ level: 'warn' }, { write: line => warnings.push(JSON.parse(line)) })
  const changeEvents = makeChangeEvents(pino({ level: 'silent' }))
  const told = { changes: 0 }
  changeEvents.on('options', () => {
    told.changes++
  })
  return { options: await loadOptions(store, changeEvents, log), texts, warnings, told }
}

const faultOf = (act: Promise<void>) =>
  act.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ApiError ? { code: error.code, parameters: error.parameters } : error),
  )

describe('an option', () => {
  test('has its default until one is stored', async () => {
    const { options } = await optionsWith({ RetryTimes: '7' })
    expect([options.get('RetryTimes'), options.get('SMTPPort')]).toEqual([7, 587])
  })

  test('takes effect, is stored and emits a change event as soon as it is set', async () => {
    const { options, texts, told } = await optionsWith()
    await options.set('ServerAddress', 'https://gateway.example/')
    expect(options.get('ServerAddress')).toBe('https://gateway.example')
    expect(texts).toEqual(new Map([['ServerAddress', 'https://gateway.example']]))
    expect(told.changes).toBe(1)
  })

  test('keeps its old value when the new one is refused', async () => {
    const { options, texts, told } = await optionsWith({ GroupRatio: '{"default":2}' })
    expect(await faultOf(options.set('GroupRatio', '{"default":-1}'))).toEqual({
      code: 'option_invalid',
      parameters: { key: 'GroupRatio', reason: { code: 'not_number_map', at: 'default' } },
    })
    expect(options.get('GroupRatio')).toEqual({ default: 2 })
    expect(texts.get('GroupRatio')).toBe('{"default":2}')
    expect(told.changes).toBe(0)
  })

  test('keeps its old value when the store fails', async () => {
    const broken = await loadOptions(
      { load: async () => [], save: () => Promise.reject(new Error('disk full')) },
      makeChangeEvents(pino({ level: 'silent' })),
      pino({ level: 'silent' }),
    )
    await expect(broken.set('RetryTimes', '5')).rejects.toThrow('disk full')
    expect(broken.get('RetryTimes')).toBe(optionLines.RetryTimes.default as never)
  })

  test('that is unknown is refused', async () => {
    const { options } = await optionsWith()
    expect(await faultOf(options.set('toString', '1'))).toEqual({
      code: 'option_unknown',
      parameters: { key: 'toString' },
    })
  })

  test('ends with the same value in memory and store when set twice concurrently', async () => {
    const texts: string[] = []
    const slowFirst: OptionStore = {
      load: async () => texts.slice(-1).map(text => ({ key: 'RetryTimes', text })),
      save: async (_, text) => {
        if (text === '1') await new Promise(setImmediate)
        texts.push(text)
      },
    }
    const options = await loadOptions(slowFirst, makeChangeEvents(pino({ level: 'silent' })), pino({ level: 'silent' }))
    await Promise.all([options.set('RetryTimes', '1'), options.set('RetryTimes', '2')])
    expect([options.get('RetryTimes'), texts]).toEqual([2, ['1', '2']])
  })
})

describe('a switch', () => {
  const clientId = { GitHubClientId: 'id' }
  const client = { ...clientId, GitHubClientSecret: 'secret' }

  test('that needs other options stays off until all are filled', async () => {
    const { options } = await optionsWith(clientId)
    expect(await faultOf(options.set('GitHubOAuthEnabled', 'true'))).toEqual({
      code: 'option_needs',
      parameters: { key: 'GitHubOAuthEnabled', needs: 'GitHubClientSecret' },
    })
    await options.set('GitHubClientSecret', 'secret')
    await options.set('GitHubOAuthEnabled', 'true')
    expect(options.get('GitHubOAuthEnabled')).toBe(true)
  })

  test('that is on keeps the options it needs from being cleared', async () => {
    const { options } = await optionsWith({ ...client, GitHubOAuthEnabled: 'true' })
    expect(await faultOf(options.set('GitHubClientId', ''))).toEqual({
      code: 'option_in_use',
      parameters: { key: 'GitHubClientId', by: 'GitHubOAuthEnabled' },
    })
    await options.set('GitHubOAuthEnabled', 'false')
    await options.set('GitHubClientId', '')
    expect(options.get('GitHubClientId')).toBe('')
  })
})

describe('a stored text', () => {
  test('that is invalid is replaced by the default, with a warning that shows no value', async () => {
    const { options, warnings } = await optionsWith({ SMTPPort: 'mail', GroupRatio: '{', SMTPToken: null, Old: 'x' })
    expect([options.get('SMTPPort'), options.get('SMTPToken')]).toEqual([587, ''])
    expect(options.get('GroupRatio')).toEqual(optionLines.GroupRatio.default as never)
    expect(warnings).toMatchObject([
      { key: 'SMTPPort', reason: { code: 'not_number' } },
      { key: 'GroupRatio', reason: { code: 'not_json' } },
      { key: 'SMTPToken', reason: 'sealed under another SECRET_KEY' },
      { key: 'Old' },
    ])
  })
})

test('no secret is among the options sent back, only whether it is set', async () => {
  const secretKeys = optionKeys.filter(key => optionLines[key].secret)
  const hushed = secretKeys.map(key => [key, key === 'oidc.provider_secrets' ? '{"north":"hush"}' : 'hush'])
  const { options } = await optionsWith(Object.fromEntries(hushed))
  await options.set('EpayKey', '')
  expect(options.all().map(({ key }) => key)).toEqual(optionKeys.filter(key => !secretKeys.includes(key)))
  expect(JSON.stringify(options.all())).not.toContain('hush')
  expect(options.secretsSet()).toEqual(Object.fromEntries(secretKeys.map(key => [key, key !== 'EpayKey'])))
})

test('every option sent back can be sent again', async () => {
  const { options } = await optionsWith()
  for (const { key, value } of options.all()) await options.set(key, value)
  expect(optionKeys.map(key => options.get(key))).toEqual(optionKeys.map(key => optionLines[key].default as never))
})

/** A currency's code is the same in every language. */
const WITH_CODES: ReadonlySet<OptionKey> = new Set(['StripeCurrency', 'general_setting.fallback_language'])

test('every choice of an option has its word in the log', () => {
  const worded = optionKeys.filter(key => !WITH_CODES.has(key))
  const choices = worded.flatMap(key => optionLines[key].choices?.map(choice => [key, choice] as const) ?? [])
  expect(choices.filter(([key, choice]) => wordsOfChoices[key]?.[choice] === undefined)).toEqual([])
})
