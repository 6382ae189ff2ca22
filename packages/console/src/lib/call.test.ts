import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { calls, errorMessage, LANGUAGES } from '@tollgate/contract'
import { i18n } from '../phrases/index.ts'
import { confirmWith } from './ask-to-confirm.ts'
import { type CallError, send, sendWhole } from './call.ts'

const realFetch = globalThis.fetch
let asked: Request[]
let answer: () => Response
beforeAll(async () => {
  await i18n.init({
    lng: 'en',
    resources: { en: { translation: { call: (await import('../phrases/en/call.ts')).call } } },
  })
  const gateway = async (address: string | URL | Request, init?: RequestInit) => {
    asked.push(new Request(`http://gateway${address}`, init))
    return answer()
  }
  globalThis.fetch = Object.assign(gateway, { preconnect: realFetch.preconnect })
})
afterAll(() => {
  globalThis.fetch = realFetch
})
beforeEach(() => {
  asked = []
  answer = () => Response.json({ success: true, message: '', data: null })
})

const failure = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: CallError) => ({ code: error.code, status: error.status, message: error.message, field: error.field }),
  )

test('parameters go into the path, the query omits empty values, the body is JSON', async () => {
  await send(calls.channels.get, { params: { id: 7 } })
  await send(calls.channels.list, { query: { p: 2, keyword: 'a&b', group: '', status: undefined } })
  await send(calls.users.login, { body: { username: 'root', password: 'secret' } })
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET http://gateway/api/channel/7',
    'GET http://gateway/api/channel/?p=2&keyword=a%26b',
    'POST http://gateway/api/user/login',
  ])
  expect(await asked[2]?.json()).toEqual({ username: 'root', password: 'secret' })
  expect(asked[2]?.headers.get('accept-language')).toBe('en')
})

test('the data of a successful reply comes back', async () => {
  answer = () => Response.json({ success: true, message: '', data: ['a', 'b'] })
  expect(await send(calls.users.models)).toEqual(['a', 'b'])
})

test('members beside the data are returned on request', async () => {
  answer = () => Response.json({ success: true, message: '', data: [], group_ratio: { vip: 2 }, usable_group: {} })
  const { data, group_ratio } = await sendWhole(calls.pricing.list)
  expect({ data, group_ratio }).toEqual({ data: [], group_ratio: { vip: 2 } })
})

test('an error has the server’s sentence, its code and the field', async () => {
  answer = () => Response.json({ success: false, message: 'Too long', code: 'token_name_too_long', field: 'name' })
  expect(await failure(send(calls.tokens.create, { body: { name: 'x' } }))).toEqual({
    code: 'token_name_too_long',
    status: 200,
    message: 'Too long',
    field: 'name',
  })
})

test('statuses with their own sentence show it, whatever responded', async () => {
  const sentences: [number, string][] = [
    [405, 'This site is for demo only, no server'],
    [429, 'Too many requests, please try again later'],
    [500, 'Internal server error, contact the administrator'],
    [502, 'Error: 502 Bad Gateway'],
  ]
  for (const [status, message] of sentences) {
    answer = () => new Response('<html>', { status, statusText: status === 502 ? 'Bad Gateway' : '' })
    expect(await failure(send(calls.status.get))).toMatchObject({ code: 'http', status, message })
  }
})

test('a demo site is identified in the words of its server, in every language', async () => {
  for (const language of LANGUAGES) {
    const { call } = await import(`../phrases/${language}/call.ts`)
    expect(call.demoSite).toBe(errorMessage('demo_site', language))
  }
})

test('no response at all has its own code', async () => {
  answer = () => {
    throw new TypeError('fetch failed')
  }
  expect(await failure(send(calls.status.get))).toMatchObject({
    code: 'network',
    status: 0,
    message: 'Unable to connect to server',
  })
})

test('a call that needs a confirmation is repeated once it is given, and fails if it is not', async () => {
  const needed = { success: false, message: 'Confirm', code: 'confirmation_needed' }
  let questions = 0
  let isConfirmed = false
  answer = () => Response.json(isConfirmed ? { success: true, message: '', data: { key: 'sk' } } : needed)
  const reveal = () => send(calls.channels.key, { params: { id: 1 } })

  confirmWith(async () => {
    questions++
    return false
  })
  expect(await failure(reveal())).toMatchObject({ code: 'confirmation_needed' })
  expect([questions, asked.length]).toEqual([1, 1])

  confirmWith(async () => {
    questions++
    isConfirmed = true
    return true
  })
  expect(await Promise.all([reveal(), reveal()])).toEqual([{ key: 'sk' }, { key: 'sk' }])
  expect([questions, asked.length]).toEqual([2, 5])
})

test('a confirmation that changes nothing is requested only once', async () => {
  answer = () => Response.json({ success: false, message: 'Confirm', code: 'confirmation_needed' })
  confirmWith(async () => true)
  expect(await failure(send(calls.profile.makeAccessToken))).toMatchObject({ code: 'confirmation_needed' })
  expect(asked).toHaveLength(2)
})
