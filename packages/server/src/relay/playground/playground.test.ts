import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Log, type Page, PLAYGROUND_ROUTES, ROLE, USER_ID_HEADER, type User } from '@tollgate/contract'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { signUp, startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { rejection } from '../../../test/support/rejection.ts'
import {
  answerEvents,
  answerJson,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../../test/support/scripted-upstream.ts'
import type { AppContext } from '../../start/app-context.ts'
import { buildAppContext } from '../../start/build-app-context.ts'

const PRICE_DOLLARS = 0.02
const PRICE_QUOTA = 10_000
const VIP_RATIO = 3

const USAGE = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 }
const CHUNK = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
const WHOLE = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: USAGE,
}

/** A request in each format, and where its error has the message. */
const asked: Record<string, { path: string; body: object; errorOf(answer: Answer): unknown }> = {
  'openai-chat': {
    path: '/pg/v1/chat/completions',
    body: { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
    errorOf: ({ error }) => [error?.type, error?.code],
  },
  'openai-responses': {
    path: '/pg/v1/responses',
    body: { model: 'm', input: 'Hi', store: false },
    errorOf: ({ error }) => [error?.type, error?.code],
  },
  'anthropic-messages': {
    path: '/pg/v1/messages',
    body: { model: 'm', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] },
    errorOf: ({ type, error }) => [type, error?.type],
  },
  gemini: {
    path: '/pg/v1beta/models/m:generateContent',
    body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
    errorOf: ({ error }) => [error?.code, error?.status],
  },
}
interface Answer {
  type?: string
  error?: { type?: string; code?: unknown; status?: string }
}

for (const { kind, open } of databases()) {
  describe(`the playground’s calls on ${kind}`, () => {
    let database: TestDatabase
    let upstream: ScriptedUpstream
    let gateway: TestGateway
    let app: AppContext

    beforeAll(async () => {
      database = await open()
      upstream = await startScriptedUpstream()
      gateway = await startGateway(database.place.DATABASE_URL, async (...given) => {
        const built = await buildAppContext(...given)
        app = built
        return built
      })
      await gateway.setOption('ModelPrice', JSON.stringify({ m: PRICE_DOLLARS }))
      await gateway.setOption('GroupRatio', JSON.stringify({ default: 1, vip: VIP_RATIO, inner: 1 }))
      await gateway.setOption('UserUsableGroups', JSON.stringify({ default: 'Default', vip: 'Paying' }))
      await gateway.makeChannel({ base_url: upstream.url, models: 'm,unpriced-thing', group: 'default,vip,inner' })
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })
    beforeEach(() => {
      upstream.answer = response => answerJson(response, 200, WHOLE)
    })

    const send = (path: string, body: object, headers: Record<string, string> = gateway.headers) =>
      fetch(gateway.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const self = () => gateway.consoleCall<User>('GET', '/api/user/self')
    /** Makes an ordinary user with this balance. */
    async function user(quota: number) {
      const one = await signUp(app, ROLE.user)
      await app.db.updateTable('users').set({ quota }).where('id', '=', one.id).execute()
      return one
    }

    test.each(Object.keys(asked))('in %s is charged once, to the wallet alone, under its own name', async format => {
      const { path = '', body = {} } = asked[format] ?? {}
      const before = await self()
      const answer = await send(path, body)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('Hello')
      const after = await self()
      expect(before.quota - after.quota).toBe(PRICE_QUOTA)
      expect(after.used_quota - before.used_quota).toBe(PRICE_QUOTA)
      expect(await gateway.logsOf(answer)).toMatchObject([
        { token_id: 0, token_name: 'playground-default', group: 'default', quota: PRICE_QUOTA, model_name: 'm' },
      ])
    })

    test('stream, and the last bytes come after the charge', async () => {
      upstream.answer = response =>
        answerEvents(
          response,
          { ...CHUNK, choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: null }] },
          { ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
          { ...CHUNK, choices: [], usage: USAGE },
          '[DONE]',
        )
      const before = await self()
      const answer = await send('/pg/chat/completions', { ...asked['openai-chat']?.body, stream: true })
      expect(answer.headers.get('content-type')).toStartWith('text/event-stream')
      expect(await answer.text()).toContain('[DONE]')
      expect(before.quota - (await self()).quota).toBe(PRICE_QUOTA)
    })

    test('in a chosen group cost that group’s price', async () => {
      const answer = await send('/pg/v1/chat/completions?group=vip', asked['openai-chat']?.body ?? {})
      await answer.text()
      expect(await gateway.logsOf(answer)).toMatchObject([
        { token_name: 'playground-vip', group: 'vip', quota: PRICE_QUOTA * VIP_RATIO },
      ])
    })

    test('spend no more than the wallet holds, even when several run at once', async () => {
      const poor = await user(3 * PRICE_QUOTA)
      const answers = await Promise.all(
        Array.from({ length: 12 }, () =>
          send('/pg/v1/messages', asked['anthropic-messages']?.body ?? {}, poor.headers),
        ),
      )
      await Promise.all(answers.map(answer => answer.text()))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      expect((await poor.consoleCall<User>(gateway.url, 'GET', '/api/user/self')).quota).toBe(0)
      const { items } = await poor.consoleCall<Page<Log>>(gateway.url, 'GET', '/api/log/self?type=2')
      expect(items.map(({ quota }) => quota)).toEqual([PRICE_QUOTA, PRICE_QUOTA, PRICE_QUOTA])
    })

    test('obey the user’s spending limit by period', async () => {
      const limited = await user(100 * PRICE_QUOTA)
      const limit = { quota_period: 'day', period_quota: PRICE_QUOTA }
      await app.db.updateTable('users').set(limit).where('id', '=', limited.id).execute()
      const ask = () => send('/pg/v1/chat/completions', asked['openai-chat']?.body ?? {}, limited.headers)
      const [first, second] = [await ask(), await ask()]
      expect([first.status, second.status]).toEqual([200, 429])
    })

    test('are refused in a group the user may not use, whatever the format', async () => {
      const quota = (await self()).quota
      const reached = upstream.received.length
      for (const { path, body } of Object.values(asked)) {
        const answer = await send(`${path}?group=inner`, body)
        expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('inner')])
      }
      expect((await self()).quota).toBe(quota)
      expect(upstream.received.length).toBe(reached)
    })

    test('are refused without a session, in the dialect of the path', async () => {
      const refused: Record<string, unknown> = {}
      for (const [format, { path, body, errorOf }] of Object.entries(asked)) {
        const answer = await send(path, body, {})
        refused[format] = [answer.status, errorOf((await answer.json()) as Answer)]
      }
      expect(refused).toEqual({
        'openai-chat': [401, ['authentication_error', 'session_missing']],
        'openai-responses': [401, ['authentication_error', 'session_missing']],
        'anthropic-messages': [401, ['error', 'authentication_error']],
        gemini: [401, [401, 'UNAUTHENTICATED']],
      })
    })

    test('need the header with the user’s own id, which no other site’s page can send', async () => {
      const { cookie = '' } = gateway.headers
      const stranger = await user(PRICE_QUOTA)
      const wrong: Record<string, string>[] = [{ cookie }, { cookie, [USER_ID_HEADER]: String(stranger.id) }]
      for (const headers of wrong) {
        const answer = await send('/pg/v1/chat/completions', asked['openai-chat']?.body ?? {}, headers)
        expect(answer.status).toBe(401)
      }
      const preflight = await fetch(`${gateway.url}/pg/v1/chat/completions`, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      })
      expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    })

    test('refuse tokens and system access tokens', async () => {
      const { bearer } = await gateway.makeToken()
      const access = await gateway.consoleCall<string>('GET', '/api/user/token')
      const { cookie = '', ...id } = gateway.headers
      const wrong: Record<string, string>[] = [
        { authorization: `Bearer ${access}` },
        { authorization: access },
        { authorization: `Bearer ${access}`, cookie },
        { authorization: `Bearer ${bearer}`, cookie },
        { 'x-api-key': bearer, cookie },
        { 'x-goog-api-key': bearer },
      ]
      for (const keys of wrong) {
        const answer = await send('/pg/v1/chat/completions', asked['openai-chat']?.body ?? {}, { ...id, ...keys })
        expect(((await answer.json()) as Answer).error).toMatchObject({ code: 'session_needed' })
        expect(answer.status).toBe(401)
      }
    })

    test('are refused for a banned user and on a demo site', async () => {
      const banned = await user(PRICE_QUOTA)
      await app.db.updateTable('users').set({ status: 2 }).where('id', '=', banned.id).execute()
      const body = asked['openai-chat']?.body ?? {}
      const refused = await send('/pg/v1/chat/completions', body, banned.headers)
      expect(((await refused.json()) as Answer).error?.code).toBe('user_banned')
      const visitor = await user(PRICE_QUOTA)
      await gateway.setOption('DemoSiteEnabled', true)
      const answer = await send('/pg/v1/chat/completions', body, visitor.headers)
      await gateway.setOption('DemoSiteEnabled', false)
      expect([answer.status, ((await answer.json()) as Answer).error?.code]).toEqual([405, 'demo_site'])
    })

    test('have no public route', () => {
      expect(PLAYGROUND_ROUTES.map(({ access }) => access)).not.toContain('public')
    })

    test('list the models of one group, but not of groups the user may not use', async () => {
      const models = (group: string) => gateway.consoleCall<string[]>('GET', `/api/user/models?group=${group}`)
      await gateway.makeChannel({ base_url: upstream.url, models: 'only-vip', group: 'vip' })
      expect(await models('default')).not.toContain('only-vip')
      expect(await models('vip')).toContain('only-vip')
      expect(String(await rejection(models('inner')))).toContain('inner')
    })
  })
}
