import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { CHANNEL_STATUS, type Log, type Page } from '@tollgate/contract'
import fc from 'fast-check'
import pino from 'pino'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import {
  answerEvents,
  answerJson,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../../test/support/scripted-upstream.ts'
import { until } from '../../../test/support/until.ts'
import { KEY_STATUS, keyStates, saveFoundState, setKeyStatus } from '../../relay/candidates/keys/key-state-store.ts'
import { keyIdOf, sealKeys } from '../../relay/candidates/keys/stored-keys.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { findChannel, insertChannel } from '../channels/store.ts'

const KEY = 'sk-upstream-canary-1234567890'
const USAGE = { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 }
const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const refusal = (message: string, more: object = {}) => ({ error: { message, type: null, code: null, ...more } })

for (const { kind, open } of databases()) {
  describe(`the test of a channel on ${kind}`, () => {
    let database: TestDatabase
    let upstream: ScriptedUpstream
    let app: AppContext
    let admin: ConsoleClient
    let now = TEST_NOW
    beforeAll(async () => {
      database = await open()
      upstream = await startScriptedUpstream()
      app = await testApp(database, { now: () => now })
      admin = await signedIn(app, endpoints, 'admin')
    })
    beforeEach(async () => {
      for (const table of ['channels', 'channel_key_states', 'abilities', 'logs', 'options', 'notices'] as const)
        await app.db.deleteFrom(table).execute()
      await app.changeEvents.emit('options')
      now = TEST_NOW
      upstream.received.length = 0
      upstream.answer = response =>
        answerEvents(response, chunk({ content: 'Hi' }), chunk({}, 'stop'), { choices: [], usage: USAGE }, '[DONE]')
    })
    afterAll(async () => {
      await app.channelTests.idle()
      await upstream.stop()
      await database.close()
    })

    const make = async (given: object = {}) => {
      const channel = { type: 1, name: 'main', models: 'gpt-4o,gpt-4o-mini', created_time: 1, base_url: upstream.url }
      const key_sealed = app.secrets.encrypt(KEY)
      return (await insertChannel(app.db, { ...channel, group: 'default', key_sealed, ...given })).id
    }
    const row = async (id: number) => {
      const found = await findChannel(app.db, id)
      if (!found) throw new Error('there is no such channel')
      return found
    }
    const info = async (id: number) => JSON.parse((await row(id)).other_info || '{}')
    const run = (id: number, query = '') => admin('GET', `/api/channel/test/${id}${query}`)
    const refuse = (status: number, body: object) => {
      upstream.answer = response => answerJson(response, status, body)
    }
    const testAll = async () => {
      // An earlier run may be reported as ended a moment before another can begin.
      const started = await until(
        () => admin('GET', '/api/channel/test'),
        ({ success }) => success,
      )
      expect(started).toMatchObject({ data: { isRunning: true } })
      const progress = async () => (await admin('GET', '/api/channel/test/progress')).data as { isRunning: boolean }
      return until(progress, ({ isRunning }) => !isRunning)
    }
    const setOptions = async (options: Record<string, string | number | boolean>) => {
      for (const [key, value] of Object.entries(options)) await app.options.set(key as 'RetryTimes', String(value))
    }
    const HEALING = { AutomaticDisableChannelEnabled: true, AutomaticEnableChannelEnabled: true }

    test('enables an automatically disabled channel if it passes, or says why not', async () => {
      const { enabled, disabled, autoDisabled } = CHANNEL_STATUS
      const [off, healed, slow, manual] = [
        await make({ status: autoDisabled }),
        await make({ status: autoDisabled }),
        await make({ status: autoDisabled }),
        await make({ status: disabled }),
      ]
      const after = async (id: number) => {
        const { recovery } = (await run(id)) as unknown as { recovery: string | null }
        return [recovery, (await row(id)).status]
      }
      await setOptions({ AutomaticEnableChannelEnabled: false })
      expect(await after(off)).toEqual(['option_off', autoDisabled])
      await setOptions({ AutomaticEnableChannelEnabled: true })
      expect(await after(healed)).toEqual(['enabled', enabled])
      expect(await after(manual)).toEqual([null, disabled])
      expect(await after(healed)).toEqual([null, enabled])
      await setOptions({ ChannelDisableThreshold: 0.0001 })
      expect(await after(slow)).toEqual(['too_slow', autoDisabled])
    })

    test('reports success, time and first token beside data, and stores the time', async () => {
      const id = await make()
      const answer = await run(id)
      expect(answer).toMatchObject({ status: 200, success: true, message: '', data: null, model: 'gpt-4o' })
      const { time, first_token } = answer as unknown as { time: number; first_token: number }
      expect(time).toBeGreaterThanOrEqual(first_token)
      expect(first_token).toBeGreaterThan(0)
      const { response_time, test_time } = await row(id)
      expect([response_time, test_time]).toEqual([Math.round(time * 1000), TEST_NOW])
      const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = upstream.received
      expect([path, headers.authorization, JSON.parse(body)]).toEqual([
        '/v1/chat/completions',
        `Bearer ${KEY}`,
        {
          model: 'gpt-4o',
          messages: [{ role: 'user', content: 'hi' }],
          stream: true,
          max_tokens: 16,
          stream_options: { include_usage: true },
        },
      ])
    })

    test('uses the requested model, else the channel’s for tests, else the first cheap one', async () => {
      const id = await make({ test_model: 'gpt-4o-mini', model_mapping: '{"gpt-4o":"upstream-name"}' })
      await run(id)
      await run(id, '?model=gpt-4o')
      await run(await make({ models: 'dall-e-3,gpt-4o' }))
      await run(await make({ models: '' }))
      expect(upstream.received.map(({ body }) => JSON.parse(body).model)).toEqual([
        'gpt-4o-mini',
        'upstream-name',
        'gpt-4o',
        'gpt-4o-mini',
      ])
    })

    test('suits the kind of the model', async () => {
      upstream.answer = (response, { path }) =>
        answerJson(
          response,
          200,
          path.endsWith('/embeddings') ? { data: [{ index: 0, embedding: [0.5] }] } : { results: [{}] },
        )
      const id = await make({ models: 'text-embedding-3-small,omni-moderation-latest' })
      expect(await run(id)).toMatchObject({ success: true })
      expect(await run(id, '?model=omni-moderation-latest')).toMatchObject({ success: true })
      expect(upstream.received.map(({ path, body }) => [path, JSON.parse(body).input])).toEqual([
        ['/v1/embeddings', ['hello world']],
        ['/v1/moderations', 'hi'],
      ])
    })

    test('of a disabled channel is made too, and changes no status', async () => {
      await setOptions(HEALING)
      const id = await make({ status: CHANNEL_STATUS.disabled })
      expect(await run(id)).toMatchObject({ success: true })
      refuse(401, refusal('Incorrect API key'))
      const other = await make()
      expect(await run(other)).toMatchObject({ success: false })
      expect([(await row(id)).status, (await row(other)).status]).toEqual([2, 1])
    })

    test.each<[string, ScriptedUpstream['answer'], RegExp]>([
      ['an error', response => answerJson(response, 429, refusal('Slow down')), /^Slow down$/],
      ['an error at status 200', response => answerJson(response, 200, refusal('Inside')), /^Inside$/],
      [
        'an error in the middle of a stream',
        response => answerEvents(response, chunk({ content: 'H' }), refusal('Half way')),
        /^Half way$/,
      ],
      [
        'a page',
        response => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
        /could not be read/,
      ],
      ['nothing', response => answerEvents(response, '[DONE]'), /without any content/],
      ['half an answer', response => answerEvents(response, chunk({ content: 'H' })), /./],
      ['a closed connection', response => response.socket?.destroy(), /./],
    ])('fails on %s, in its words', async (_what, misbehave, words) => {
      upstream.answer = misbehave
      const id = await make()
      const answer = await run(id)
      expect(answer).toMatchObject({ status: 200, success: false, data: null })
      expect(answer.message).toMatch(words)
      expect((answer as unknown as { time: number }).time).toBeGreaterThan(0)
      expect((await row(id)).response_time).toBeGreaterThan(0)
    })

    test('never shows the key or the host, wherever the upstream repeats them', async () => {
      const id = await make()
      const secrets = [KEY, new URL(upstream.url).host]
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...secrets),
          fc.constantFrom(
            (text: string) => text,
            encodeURIComponent,
            (text: string) => text.toUpperCase(),
            btoa,
          ),
          fc.constantFrom('message', 'code', 'type'),
          fc.constantFrom(400, 401, 500, 200, 'in the middle of a stream' as const),
          async (secret, write, member, status) => {
            const body = refusal('Refused', { [member]: `you sent ${write(secret)} here` })
            if (typeof status === 'number') refuse(status, body)
            else upstream.answer = response => answerEvents(response, chunk({ content: 'H' }), body)
            const answer = JSON.stringify(await run(id))
            for (const hidden of secrets) {
              expect(answer.toLowerCase()).not.toContain(hidden.toLowerCase())
              expect(answer).not.toContain(btoa(hidden))
            }
          },
        ),
        { seed: 12, numRuns: 60 },
      )
      const logs = JSON.stringify(await app.db.selectFrom('logs').selectAll().execute())
      for (const hidden of secrets) expect(logs).not.toContain(hidden)
    })

    test('is refused for models without a price, untestable or unreadable ones, without calling the upstream', async () => {
      const code = async (id: number, query = '') => (await run(id, query)).code
      const id = await make({ models: 'house-model,gpt-4o' })
      expect(await code(id)).toBe('channel_model_unpriced')
      expect(await code(id, '?model=gpt-realtime')).toBe('channel_model_untestable')
      expect(await code(await make({ key_sealed: 'broken' }))).toBe('channel_not_opened')
      expect(await code(await make({ type: 36 }))).toBe('channel_test_unsupported')
      expect(await code(404)).toBe('channel_not_found')
      expect(upstream.received).toEqual([])
      await setOptions({ SelfUseModeEnabled: true })
      expect(await run(id)).toMatchObject({ success: true })
    })

    test('is logged, and charged to nobody', async () => {
      const before = await app.db.selectFrom('users').select(['id', 'quota', 'used_quota']).orderBy('id').execute()
      const id = await make()
      await run(id)
      refuse(500, refusal('Broken'))
      await run(id)
      const { items } = (await admin('GET', '/api/log/')).data as Page<Log>
      const told = items.map(({ type, quota, content }) => [
        type,
        quota,
        content.replace(/^\w+ /, '').replace(/[\d.]+ s/, '_'),
      ])
      expect(told).toEqual([
        [3, 0, `tested channel ${id} (main) with gpt-4o: failed after _: Broken`],
        [3, 0, `tested channel ${id} (main) with gpt-4o: passed in _`],
      ])
      expect(await app.db.selectFrom('users').select(['id', 'quota', 'used_quota']).orderBy('id').execute()).toEqual(
        before,
      )
      expect(await app.db.selectFrom('ledger_entries').select('id').execute()).toEqual([])
    })

    test('ends when the caller leaves, and stores nothing', async () => {
      const id = await make()
      const closed = Promise.withResolvers<void>()
      const asked = Promise.withResolvers<void>()
      upstream.answer = response => {
        response.on('close', () => closed.resolve())
        asked.resolve()
      }
      const leaving = new AbortController()
      const running = app.channelTests.test(id, '', leaving.signal).catch(error => error.name)
      await asked.promise
      leaving.abort()
      expect(await running).toBe('ClientGone')
      await closed.promise
      expect((await row(id)).test_time).toBe(0)
    })

    test('a caller who leaves is not a server error, and no log line has the key', async () => {
      const lines: string[] = []
      const log = pino({ level: 'trace' }, { write: line => void lines.push(line) })
      const logged = await testApp(database, { now: () => now, log })
      const asking = await signedIn(logged, endpoints, 'admin')
      const id = await make()
      const leave = (path: string) => {
        const leaving = new AbortController()
        upstream.answer = () => leaving.abort()
        return asking('GET', path, { signal: leaving.signal })
      }
      expect(await leave(`/api/channel/test/${id}`)).toMatchObject({ success: false, code: 'report_cancelled' })
      expect(await leave(`/api/channel/update_balance/${id}`)).toMatchObject({ code: 'report_cancelled' })
      expect(lines.join('')).not.toMatch(/canary|failed/)
    })

    test('of several keys tries healthy ones first, then refused ones, and re-enables the key that passes', async () => {
      await setOptions(HEALING)
      const keys = ['bad-1', 'off-2', 'good-3']
      upstream.answer = (response, { headers }) =>
        headers.authorization === 'Bearer good-3'
          ? answerEvents(response, chunk({ content: 'Hi' }), chunk({}, 'stop'), '[DONE]')
          : answerJson(response, 401, refusal('Incorrect API key'))
      const id = await make({ status: 3, ...sealKeys(keys, 'random', app.secrets) })
      const [bad = '', off = '', good = ''] = keys.map(key => keyIdOf(key, app.secrets))
      await setKeyStatus(app.db, id, off, false, now)
      const state = { channelId: id, key: good, status: KEY_STATUS.refused, reason: 'no', since: 1, restsUntil: 0 }
      await saveFoundState(app.db, { ...state, beganAt: 1 })
      await testAll()
      expect(upstream.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer bad-1', 'Bearer good-3'])
      expect((await row(id)).status).toBe(1)
      const states = new Map((await keyStates(app.db, id)).map(({ key, status }) => [key, status]))
      expect([states.get(bad), states.get(off), states.get(good)]).toEqual([undefined, 2, 1])
      upstream.answer = response => answerJson(response, 401, refusal('Incorrect API key'))
      await testAll()
      expect((await row(id)).status).toBe(1)
    })

    describe('of all channels', () => {
      test('runs in the background, once at a time, and reports its progress', async () => {
        const ids = [await make(), await make(), await make({ key_sealed: 'broken' }), await make({ type: 36 })]
        const go = Promise.withResolvers<void>()
        upstream.answer = async response => {
          await go.promise
          answerJson(response, 500, {})
        }
        expect(await admin('GET', '/api/channel/test')).toMatchObject({ success: true, data: { total: 4 } })
        expect(await admin('GET', '/api/channel/test')).toMatchObject({ success: false, code: 'channel_tests_running' })
        go.resolve()
        const progress = async () => (await admin('GET', '/api/channel/test/progress')).data as { isRunning: boolean }
        await until(progress, ({ isRunning }) => !isRunning)
        for (const id of ids) expect((await row(id)).test_time).toBe(TEST_NOW)
      })

      test('disables refused channels, with reason and time, if options and channel allow it', async () => {
        refuse(401, refusal('Incorrect API key'))
        const [usual, spared] = [await make(), await make({ auto_ban: 0 })]
        await testAll()
        expect([(await row(usual)).status, (await row(spared)).status]).toEqual([1, 1])
        await setOptions(HEALING)
        await testAll()
        expect([(await row(usual)).status, (await row(spared)).status]).toEqual([3, 1])
        expect(await info(usual)).toEqual({ status_reason: '401: Incorrect API key', status_time: TEST_NOW })
      })

      test('disables channels slower than the limit, and none without a limit', async () => {
        await setOptions({ ...HEALING, ChannelDisableThreshold: 0 })
        const id = await make()
        await testAll()
        expect((await row(id)).status).toBe(1)
        await setOptions({ ChannelDisableThreshold: 0.000001 })
        await testAll()
        expect([(await row(id)).status, (await info(id)).status_cause.code]).toEqual([3, 'too_slow'])
        await testAll()
        expect((await row(id)).status).toBe(3)
      })

      test('enables passing channels that the gateway had disabled, and leaves those that people disabled', async () => {
        const ids = [await make({ status: 3 }), await make({ status: 2 })]
        await testAll()
        expect(await Promise.all(ids.map(async id => (await row(id)).status))).toEqual([3, 2])
        await setOptions(HEALING)
        await testAll()
        expect(await Promise.all(ids.map(async id => (await row(id)).status))).toEqual([1, 2])
      })

      test('disables nothing for the gateway’s own failures, or for temporary ones', async () => {
        await setOptions(HEALING)
        const ids = [
          await make({ base_url: 'http://127.0.0.1:1' }),
          await make({ models: 'house-model' }),
          await make(),
        ]
        refuse(503, refusal('Overloaded'))
        await testAll()
        expect(await Promise.all(ids.map(async id => (await row(id)).status))).toEqual([1, 1, 1])
      })
    })

    describe('recovery of a channel', () => {
      const recover = () => app.channelTests.recover(new AbortController().signal)
      const broken = async (more: object = {}) =>
        make({ status: 3, other_info: JSON.stringify({ status_reason: '401: no', status_time: TEST_NOW, ...more }) })

      test('is tried after a minute, then at doubling intervals up to an hour, only if the option allows it', async () => {
        refuse(401, refusal('Incorrect API key'))
        const id = await broken()
        now += 100_000
        expect(await recover()).toBe(0)
        await setOptions(HEALING)
        now = TEST_NOW
        const waited: number[] = []
        let last = now
        while (waited.length < 9) {
          now += 30
          if ((await recover()) === 0) continue
          waited.push(now - last)
          last = now
        }
        expect(waited).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
        expect(upstream.received).toHaveLength(9)
        expect(await info(id)).toMatchObject({ status_reason: '401: no', status_time: TEST_NOW, probes: 9 })
      })

      test('succeeds when a test passes', async () => {
        await setOptions(HEALING)
        const id = await broken()
        now += 60
        expect(await recover()).toBe(1)
        expect([(await row(id)).status, await info(id)]).toEqual([1, {}])
        expect(await recover()).toBe(0)
      })

      test('is tried by one of several nodes', async () => {
        await setOptions(HEALING)
        await broken()
        refuse(401, refusal('Incorrect API key'))
        now += 60
        const other = await testApp(database, { now: () => now })
        const signal = new AbortController().signal
        await Promise.all([app, other, app, other].map(({ channelTests }) => channelTests.recover(signal)))
        expect(upstream.received).toHaveLength(1)
      })

      test('only asks for the balance if that was the reason', async () => {
        await setOptions(HEALING)
        const id = await broken({ status_cause: { code: 'balance_used_up', balance: 0 } })
        let granted = 5
        upstream.answer = (response, { path }) =>
          answerJson(response, 200, path.includes('usage') ? { total_usage: 500 } : { hard_limit_usd: granted })
        now += 60
        await recover()
        expect((await row(id)).status).toBe(3)
        granted = 6
        now += 120
        await recover()
        expect((await row(id)).status).toBe(1)
        expect(upstream.received.every(({ path }) => path.startsWith('/v1/dashboard/billing/'))).toBe(true)
      })
    })

    describe('balances', () => {
      const tell = (granted: number) => {
        upstream.answer = (response, { path }) =>
          answerJson(response, 200, path.includes('usage') ? { total_usage: 100 } : { hard_limit_usd: granted })
      }

      test('come from the provider, beside data, and are stored', async () => {
        tell(3.5)
        const id = await make()
        expect(await admin('GET', `/api/channel/update_balance/${id}/`)).toMatchObject({ success: true, balance: 2.5 })
        const { balance, balance_updated_time } = await row(id)
        expect([balance, balance_updated_time]).toEqual([2.5, TEST_NOW])
      })

      test('are not reported by every type, nor by a provider that refuses; no key is shown', async () => {
        refuse(403, refusal(`not with ${KEY} at ${upstream.url}`))
        const [silent, refused] = [await make({ type: 40 }), await make()]
        const of = (id: number) => admin('GET', `/api/channel/update_balance/${id}`)
        expect(await of(silent)).toMatchObject({ success: false, code: 'channel_balance_unsupported' })
        // a plan has no account
        const planned = await make({ type: 25, base_url: 'kimi-coding-plan' })
        expect(await of(planned)).toMatchObject({ success: false, code: 'channel_balance_unsupported' })
        const answer = await of(refused)
        expect(answer).toMatchObject({ success: false, code: 'channel_balance_refused' })
        expect(answer.message).not.toMatch(/canary|127\.0\.0\.1/)
        for (const body of [{}, [], 'text', { hard_limit_usd: 'much' }]) {
          refuse(200, body as object)
          expect(await of(refused)).toMatchObject({ code: 'channel_balance_unreadable' })
        }
        expect(await of(404)).toMatchObject({ code: 'channel_not_found' })
      })

      test('are not fetched from a redirect’s target', async () => {
        upstream.answer = (response, { path }) => {
          if (path === '/stolen') return answerJson(response, 200, { hard_limit_usd: 1 })
          response.writeHead(302, { location: `${upstream.url}/stolen` })
          response.end()
        }
        expect(await admin('GET', `/api/channel/update_balance/${await make()}`)).toMatchObject({ success: false })
        expect(upstream.received.map(({ path }) => path)).not.toContain('/stolen')
      })

      test('of all enabled channels are read concurrently; an empty one is disabled if the options say so', async () => {
        tell(1)
        const ids = [await make(), await make({ auto_ban: 0 }), await make({ status: 2 }), await make({ type: 14 })]
        const all = () => admin('GET', '/api/channel/update_balance')
        expect(await all()).toMatchObject({ success: true, data: { updated: 2, failed: 0, disabled: 0 } })
        await setOptions(HEALING)
        expect(await all()).toMatchObject({ success: true, data: { updated: 2, failed: 0, disabled: 1 } })
        expect(await Promise.all(ids.map(async id => (await row(id)).status))).toEqual([3, 1, 2, 1])
        refuse(500, {})
        expect(await all()).toMatchObject({ data: { updated: 0, failed: 1, disabled: 0 } })
      })
    })

    test('and balances are for administrators', async () => {
      const user = await signedIn(app, endpoints, 'user')
      const id = await make()
      for (const path of ['test', `test/${id}`, 'test/progress', 'update_balance', `update_balance/${id}`])
        expect((await user('GET', `/api/channel/${path}`)).status).toBe(403)
      expect(upstream.received).toEqual([])
    })
  })
}
