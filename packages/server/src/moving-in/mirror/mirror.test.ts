import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MirrorReport, MirrorSum, Page } from '@tollgate/contract'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { untilPortAnswers } from '../../../../../scripts/lib/until-port-answers.mjs'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { until } from '../../../test/support/until.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'
import { setBalance } from '../../money/ledger/index.ts'
import { MOST_NAMES } from '../../relay/mirror/sum.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

const HI = { role: 'user', content: 'A prompt that nobody keeps' }
const CONFIGURATION = join(import.meta.dir, '../../../../../deploy/nginx-mirror.conf')
const nginx = Bun.which('nginx', { PATH: `${process.env.PATH}:/usr/sbin` })
if (!nginx) console.log('The mirror of nginx is left out: there is no nginx.')

for (const { kind, open } of databases())
  describe(`a mirror on ${kind}`, () => {
    const upstream = startWireUpstream(() => ({}))
    let database: TestDatabase
    let gateway: TestGateway
    let app: RunningApp
    let bearer: string

    beforeAll(async () => {
      database = await open()
      gateway = await startGateway(database.place.DATABASE_URL, async environment => {
        app = await buildAppContext(environment)
        return app
      })
      await gateway.makeChannel({ name: 'first', base_url: upstream.url, models: 'gpt-4o,unpriced' })
      await gateway.makeChannel({ name: 'claude', type: 14, base_url: upstream.url, models: 'claude-sonnet-4-5' })
      bearer = (await gateway.makeToken()).bearer
      await gateway.setOption('mirror_setting.enabled', true)
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    const send = (path: string, body: object | string, headers: Record<string, string> = {}, url = gateway.url) =>
      fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    const report = async (): Promise<MirrorReport> => {
      await app.relay.mirror.sums.close()
      return gateway.consoleCall<MirrorReport>('GET', '/api/mirror/')
    }
    const clear = async () => {
      await report()
      await gateway.consoleCall('DELETE', '/api/mirror/')
    }
    /** Copies, refused and unplanned by key. */
    const counts = (sums: MirrorSum[]) =>
      Object.fromEntries(sums.map(({ key, copies, refused, unplanned }) => [key, [copies, refused, unplanned]]))
    const chat = (fields: object = {}) => ({ model: 'gpt-4o', messages: [HI], max_tokens: 50, ...fields })
    const claude = (fields: object = {}) => ({
      model: 'claude-sonnet-4-5',
      messages: [HI],
      max_tokens: 50,
      ...fields,
    })
    const standing = async () => {
      const { total } = await gateway.consoleCall<Page<object>>('GET', '/api/log/?p=1')
      const { quota, request_count } = await gateway.consoleCall<{ quota: number; request_count: number }>(
        'GET',
        '/api/user/self',
      )
      return { total, quota, request_count, asked: upstream.requests.length, held: [...app.ledger.holds()] }
    }

    test('plans calls of both dialects for the channel and at the price of a call, and calls, charges and records nothing', async () => {
      await clear()
      const before = await standing()
      const quoted = async (path: string, body: object) => {
        const answer = await send(`/v1/quote?endpoint=${path}`, body)
        return (await answer.json()) as { hold: { quota: number }; costs: { expected: { quota: number } } }
      }
      const answers = [
        await send('/mirror/v1/chat/completions', chat()),
        await send('/mirror/v1/messages', claude()),
        await send('/mirror/v1/messages', { ...chat({ top_k: 3 }) }, { 'anthropic-version': '2023-06-01' }),
        await send('/mirror/v1/v1/chat/completions/', chat({ stream: true })),
      ]
      for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([204, ''])
      const { is_on, all, model, channel, conversion, loss, user } = await report()
      expect(is_on).toBe(true)
      expect(all).toMatchObject({ copies: 4, refused: 0, unplanned: 0 })
      expect(counts(model)).toEqual({ 'gpt-4o': [3, 0, 0], 'claude-sonnet-4-5': [1, 0, 0] })
      expect(channel.map(({ name, copies }) => [name, copies])).toEqual([
        ['first', 3],
        ['claude', 1],
      ])
      expect(counts(conversion)).toEqual({
        'openai-chat': [2, 0, 0],
        'anthropic-messages': [1, 0, 0],
        'anthropic-messages → openai-chat': [1, 0, 0],
      })
      expect(loss.map(({ key }) => key)).toEqual(['topK'])
      expect(user.map(({ name, copies }) => [name, copies])).toEqual([['root', 4]])
      const { hold, costs } = await quoted('/v1/messages', claude())
      const ofClaude = model.find(({ key }) => key === 'claude-sonnet-4-5')
      expect(ofClaude).toMatchObject({ held: hold.quota, cost: costs.expected.quota })
      expect(await standing()).toEqual(before)
    })

    test('answers the same whatever comes of a copy, and tells why it would have been refused', async () => {
      await clear()
      const before = await standing()
      const capped = await gateway.makeToken({ unlimited_quota: false, remain_quota: 1 })
      const limited = await gateway.makeToken({ model_limits_enabled: true, model_limits: 'claude-sonnet-4-5' })
      const off = await gateway.makeToken()
      await gateway.consoleCall('PUT', '/api/token/', { ...off, status: 2 })
      const by = (token: { bearer: string }) => ({ authorization: `Bearer ${token.bearer}` })
      const answers = [
        await send('/mirror/v1/chat/completions', chat(), { authorization: 'Bearer sk-nobody' }),
        await send('/mirror/v1/messages', claude(), { authorization: '', 'x-api-key': 'sk-nobody' }),
        await send('/mirror/v1/chat/completions', chat(), by(off)),
        await send('/mirror/v1/chat/completions', chat(), by(capped)),
        await send('/mirror/v1/chat/completions', chat(), by(limited)),
        await send('/mirror/v1/chat/completions', chat({ model: 'zero\0byte' })),
        await send('/mirror/v1/chat/completions', chat({ model: 'nobody-serves-it' })),
        await send('/mirror/v1/chat/completions', chat({ model: 'unpriced' })),
        await send('/mirror/v1/chat/completions', '{"model": "A prompt that is no JSON'),
        await send('/mirror/v1/nothing', chat()),
        await send('/mirror/v1/batches', {}),
        await fetch(`${gateway.url}/mirror/v1/models`),
      ]
      for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([204, ''])
      const { all, reason } = await report()
      expect(all).toMatchObject({ copies: 11, refused: 10, unplanned: 1, held: 0, cost: 0 })
      expect(counts(reason)).toMatchObject({
        token_invalid: [2, 2, 0],
        token_disabled: [1, 1, 0],
        token_quota_insufficient: [1, 1, 0],
        route_unknown: [1, 1, 0],
        mirror_files: [1, 0, 1],
      })
      const sentences = reason.map(({ name }) => name).join('\n')
      expect(sentences).toContain('nobody-serves-it')
      expect(sentences).toContain('Invalid URL (POST /v1/nothing)')
      expect({ ...(await standing()) }).toEqual(before)
    })

    test('plans pictures and sound, with stand-ins for what a call would fetch, and says what it passes over', async () => {
      await clear()
      await gateway.setOption('ModelRatio', JSON.stringify({ 'tts-1': 7.5, 'whisper-1': 15 }))
      await gateway.setOption('ModelPrice', JSON.stringify({ 'dall-e-3': 0.04 }))
      const image = { type: 'image', source: { type: 'url', url: 'https://pictures.example/a.png' } }
      const speech = { model: 'tts-1', input: 'Read this aloud', voice: 'alloy' }
      const heard = new FormData()
      heard.set('model', 'whisper-1')
      heard.set('file', new File([new Uint8Array(2_000)], 'a.wav', { type: 'audio/wav' }))
      await gateway.makeChannel({
        name: 'media',
        base_url: upstream.url,
        models: 'gpt-image-1,dall-e-3,tts-1,whisper-1',
      })
      await gateway.makeChannel({ name: 'fetches none', type: 24, base_url: upstream.url, models: 'gemini-2.0-flash' })
      const before = await standing()
      const authorization = `Bearer ${bearer}`
      const answers = [
        await send('/mirror/v1/images/generations', { model: 'dall-e-3', prompt: 'A cat', size: '1024x1024' }),
        await send('/mirror/v1/audio/speech', speech),
        await fetch(`${gateway.url}/mirror/v1/audio/transcriptions`, {
          method: 'POST',
          headers: { authorization },
          body: heard,
        }),
        await send('/mirror/v1/messages', {
          ...claude({ model: 'gemini-2.0-flash' }),
          messages: [{ role: 'user', content: [image] }],
        }),
        await send('/mirror/v1/messages/count_tokens', claude()),
        await send('/mirror/v1/messages/batches', { requests: [] }),
        await send('/mirror/v1/files', {}),
        await send('/mirror/v1/videos', { model: 'sora-2', prompt: 'A cat' }),
        await send('/mirror/suno/submit/music', {}),
        await send('/mirror/mj/submit/imagine', { prompt: 'A cat' }),
      ]
      for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([204, ''])
      const { all, model, reason, channel } = await report()
      expect(reason.filter(({ refused }) => refused > 0)).toEqual([])
      expect(all).toMatchObject({ copies: 10, refused: 0, unplanned: 6 })
      expect(counts(reason)).toEqual({
        mirror_media: [1, 0, 0],
        mirror_free: [1, 0, 1],
        mirror_files: [2, 0, 2],
        mirror_tasks: [3, 0, 3],
      })
      expect(channel.map(({ name, copies }) => [name, copies])).toEqual([
        ['media', 3],
        ['fetches none', 1],
      ])
      const priced = model.filter(({ cost }) => cost > 0).map(({ key }) => key)
      expect(priced.sort()).toEqual(['dall-e-3', 'gemini-2.0-flash', 'tts-1', 'whisper-1'])
      expect(await standing()).toEqual(before)
    })

    test('keeps nothing of a prompt', async () => {
      await report()
      expect(JSON.stringify(await app.db.selectFrom('mirror_sums').selectAll().execute())).not.toContain('prompt that')
    })

    test('counts copies against limits of their own, and an empty wallet as a refusal', async () => {
      await clear()
      await gateway.setOption('ModelRequestRateLimitCount', 2)
      await gateway.setOption('ModelRequestRateLimitEnabled', true)
      for (const _ of [1, 2, 3]) await send('/mirror/v1/chat/completions', chat())
      const quotes = [await send('/v1/quote', chat()), await send('/v1/quote', chat())]
      await gateway.setOption('ModelRequestRateLimitEnabled', false)
      expect(quotes.map(({ status }) => status)).toEqual([200, 200])
      const { id } = await gateway.consoleCall<{ id: number; quota: number }>('GET', '/api/user/self')
      await app.ledger.recall('user', id)
      await setBalance(app.db, { userId: id, balance: 0, now: app.now() })
      await send('/mirror/v1/chat/completions', chat())
      await setBalance(app.db, { userId: id, balance: 100_000_000, now: app.now() })
      const { all, reason } = await report()
      expect(all).toMatchObject({ copies: 4, refused: 2 })
      expect(counts(reason)).toEqual({ too_many_calls: [1, 1, 0], balance_empty: [1, 1, 0] })
    })

    test('keeps a bounded number of names', async () => {
      await clear()
      const { sums } = app.relay.mirror
      const add = (key: string) =>
        sums.add({ outcome: 'planned', by: { model: [{ key, name: '' }] }, held: 1, cost: 1 }, app.now())
      for (let number = 0; number < MOST_NAMES + 5; number++) add(`model-${number}`)
      await report()
      for (let number = 0; number < MOST_NAMES; number++) add(`later-${number}`)
      const { all, model } = await report()
      expect(model).toHaveLength(MOST_NAMES + 1)
      expect(model.find(({ key }) => key === '')).toMatchObject({ name: '', copies: MOST_NAMES + 5 })
      expect([all?.copies, all?.cost]).toEqual([MOST_NAMES * 2 + 5, MOST_NAMES * 2 + 5])
    })

    test('keeps the names with the most copies, however many names callers invent', async () => {
      await clear()
      const { sums } = app.relay.mirror
      const add = (key: string, times = 1) => {
        for (let time = 0; time < times; time++)
          sums.add({ outcome: 'planned', by: { model: [{ key, name: '' }] }, held: 1, cost: 1 }, app.now())
      }
      for (let number = 0; number < MOST_NAMES + 5; number++) add(`invented-${number}`)
      // In the same moment, and later.
      add('served', 2)
      await report()
      add('served-later', 2)
      for (let number = 0; number < MOST_NAMES; number++) add(`another-${number}`)
      const { all, model } = await report()
      expect(model).toHaveLength(MOST_NAMES + 1)
      const copies = (name: string) => model.find(({ key }) => key === name)?.copies
      expect([copies('served'), copies('served-later')]).toEqual([2, 2])
      expect(model.reduce((sum, one) => sum + one.copies, 0)).toBe(all?.copies ?? 0)
      expect(model.reduce((sum, one) => sum + one.cost, 0)).toBe(all?.cost ?? 0)
    })

    test('counts few of what one copy names', async () => {
      await clear()
      const invented = Object.fromEntries(Array.from({ length: 500 }, (_, number) => [`invented_${number}`, 1]))
      await send('/mirror/v1/messages', { ...chat(invented) }, { 'anthropic-version': '2023-06-01' })
      const { all, loss } = await report()
      expect(all).toMatchObject({ copies: 1, refused: 0 })
      expect(loss.length).toBeGreaterThan(1)
      expect(loss.length).toBeLessThanOrEqual(20)
    })

    test('plans nothing while it is off', async () => {
      await gateway.setOption('mirror_setting.enabled', false)
      await clear()
      const answer = await send('/mirror/v1/chat/completions', chat())
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect(await report()).toMatchObject({ is_on: false, all: null, model: [] })
      await gateway.setOption('mirror_setting.enabled', true)
    })

    test.skipIf(!nginx)('is sent a copy of each call, body and all, by the nginx of deploy', async () => {
      await clear()
      const old = startWireUpstream(() => ({ served: 'by the old gateway' }))
      const folder = mkdtempSync(join(tmpdir(), 'tollgate-mirror-'))
      const port = await freePort()
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        name => `${name}_temp_path ${join(folder, name)};`,
      )
      const text = readFileSync(CONFIGURATION, 'utf8')
        .replace('listen 80;', `listen 127.0.0.1:${port};`)
        .replace('/dev/stdout', join(folder, 'access.log'))
        .replace('/dev/stderr', join(folder, 'error.log'))
        .replace('server old-gateway:3000', `server ${new URL(old.url).host}`)
        .replace('server tollgate:3000', `server ${new URL(gateway.url).host}`)
        .replace('http {', `http {\n${temporary.join('\n')}`)
      const configuration = join(folder, 'nginx.conf')
      // long bodies are written into the folder of this test
      const user = process.getuid?.() === 0 ? 'user root; ' : ''
      writeFileSync(configuration, `${user}daemon off; pid ${join(folder, 'nginx.pid')};\n${text}`)
      const proxy = Bun.spawn([nginx ?? '', '-c', configuration, '-e', join(folder, 'error.log')], {
        stderr: 'inherit',
      })
      try {
        await untilPortAnswers('nginx', port, proxy)
        const front = `http://127.0.0.1:${port}`
        const long = chat({ messages: [{ role: 'user', content: 'x'.repeat(300_000) }] })
        for (const [path, body] of [
          ['/v1/chat/completions', long],
          ['/v1/messages', claude()],
          ['/v1beta/models/gpt-4o:generateContent', { contents: [{ parts: [{ text: 'Hello' }] }] }],
        ] as const)
          expect(await (await send(path, body, {}, front)).json()).toEqual({ served: 'by the old gateway' })
        expect(await (await fetch(`${front}/api/status`)).json()).toEqual({ served: 'by the old gateway' })
        const { all, model, reason } = await until(report, ({ all }) => (all?.copies ?? 0) >= 3, 20_000)
        expect([all?.copies, counts(reason)]).toEqual([3, {}])
        expect(counts(model)).toEqual({ 'gpt-4o': [2, 0, 0], 'claude-sonnet-4-5': [1, 0, 0] })
        expect(old.requests.map(({ path }) => path)).toContain('/v1/messages')
      } finally {
        proxy.kill()
        await proxy.exited
        await old.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    })
  })
