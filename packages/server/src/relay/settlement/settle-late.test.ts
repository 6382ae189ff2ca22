import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ServerResponse } from 'node:http'
import type { Log, LogOther, Page, User } from '@tollgate/contract'
import { FINAL, PROTOCOLS } from '../../../test/support/broken-answers.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { answerJson, type ScriptedUpstream, startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'
import { until } from '../../../test/support/until.ts'
import { audit } from '../../money/ledger/audit.ts'
import { DatabaseUnavailable, type Ledger } from '../../money/ledger/index.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

const NAMES = Object.keys(PROTOCOLS) as (keyof typeof PROTOCOLS)[]
const COST = FINAL.input + 4 * FINAL.output

/** The error event of each protocol. */
const ERROR_EVENTS: Readonly<Record<string, RegExp>> = {
  chat: /data: \{"error":\{/,
  responses: /event: error\n|"type":"error"/,
  messages: /event: error\n/,
  gemini: /"error":\{"code":50\d/,
}

for (const { kind, open } of databases()) {
  describe(`a settlement that fails, on ${kind}`, () => {
    let database: TestDatabase
    let upstream: ScriptedUpstream
    let gateway: TestGateway
    let app: RunningApp
    let bearer: string
    let held: PromiseWithResolvers<string>
    /** The errors of the next settlements. */
    let failures: Error[] = []
    const errors: unknown[][] = []

    beforeAll(async () => {
      database = await open()
      upstream = await startScriptedUpstream()
      gateway = await startGateway(database.place.DATABASE_URL, async (...given) => {
        const built = await buildAppContext(...given)
        const { ledger } = built
        const watched: Ledger = {
          ...ledger,
          async reserve(hold) {
            held.resolve(hold.requestId)
            return ledger.reserve(hold)
          },
          async settle(settlement) {
            const failure = failures.shift()
            if (failure) throw failure
            return ledger.settle(settlement)
          },
        }
        const log = Object.create(built.log, { error: { value: (...said: unknown[]) => errors.push(said) } })
        app = { ...built, relay: { ...built.relay, ledger: watched, log } }
        return app
      })
      for (const name of NAMES)
        await gateway.makeChannel({ type: PROTOCOLS[name].channelType, base_url: upstream.url, models: name })
      for (const [option, ratio] of [
        ['ModelRatio', 1],
        ['CompletionRatio', 4],
      ] as const)
        await gateway.setOption(option, JSON.stringify(Object.fromEntries(NAMES.map(name => [name, ratio]))))
      bearer = (await gateway.makeToken({ unlimited_quota: false, remain_quota: 10_000_000 })).bearer
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    /** A call in the middle of its answer. */
    async function begin(name: keyof typeof PROTOCOLS, isStream: boolean) {
      held = Promise.withResolvers()
      errors.length = 0
      const asked = Promise.withResolvers<ServerResponse>()
      upstream.answer = response => asked.resolve(response)
      const id = crypto.randomUUID()
      const { path, body, upTo } = PROTOCOLS[name]
      const response = fetch(gateway.url + path(name, isStream), {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'x-request-id': id },
        body: JSON.stringify(body(name, isStream)),
      })
      const answering = await asked.promise
      if (isStream) {
        answering.writeHead(200, { 'content-type': 'text/event-stream' })
        answering.write(upTo.visible_text ?? '')
      }
      return { id, call: await held.promise, response, answering }
    }

    const balance = async () => (await gateway.consoleCall<User>('GET', '/api/user/self')).quota
    const rows = async (id: string): Promise<(Log & { parsed: LogOther })[]> =>
      (await gateway.logsOf(id)).map(row => ({ ...row, parsed: JSON.parse(row.other) }))
    const booksBalance = async () =>
      expect(await audit({ db: app.db, kind } as TestDatabase['storage'], app.now())).toEqual([])

    test.each(NAMES)(
      'because the hold was refunded ends a stream of %s with its error, and is repeated once',
      async name => {
        const before = await balance()
        const { id, call, response, answering } = await begin(name, true)
        await app.ledger.release(call)
        expect(await balance()).toBe(before)
        answering.end(PROTOCOLS[name].rest)
        const text = await (await response).text()
        expect(text).toMatch(ERROR_EVENTS[name] ?? /never/)
        const charged = await until(
          () => rows(id),
          found => found.length > 0,
        )
        expect(charged).toMatchObject([{ type: 2, quota: COST, parsed: { settled_late: true } }])
        expect(before - (await balance())).toBe(COST)
        expect(JSON.stringify(errors)).toContain(`"requestId":"${id}"`)
        expect(errors[0]?.[0]).toMatchObject({ quota: COST })
        await booksBalance()
      },
    )

    test('because the database is away is repeated when it is back', async () => {
      const before = await balance()
      failures = [new DatabaseUnavailable('away'), new DatabaseUnavailable('away still')]
      const { id, response, answering } = await begin('chat', true)
      answering.end(PROTOCOLS.chat.rest)
      expect(await (await response).text()).toMatch(/"code":"database_unavailable"/)
      const charged = await until(
        () => rows(id),
        found => found.length > 0,
      )
      expect(charged).toMatchObject([{ quota: COST, parsed: { settled_late: true } }])
      expect(before - (await balance())).toBe(COST)
      await booksBalance()
    })

    test('although it was booked is not booked again', async () => {
      const before = await balance()
      const { id, call, response, answering } = await begin('chat', true)
      const settle = app.relay.ledger.settle
      // the confirmation is lost, not the settlement
      app.relay.ledger.settle = async settlement => {
        app.relay.ledger.settle = settle
        await settle(settlement)
        throw new DatabaseUnavailable('did it take?')
      }
      answering.end(PROTOCOLS.chat.rest)
      await (await response).text()
      await until(
        async () => [...app.ledger.holds()].filter(hold => hold.requestId === call),
        holds => holds.length === 0,
      )
      expect((await rows(id)).map(row => row.quota)).toEqual([COST])
      expect(before - (await balance())).toBe(COST)
      await booksBalance()
    })

    test('for good leaves a row with the uncollected amount', async () => {
      const { id, call, response, answering } = await begin('chat', true)
      await app.ledger.release(call)
      const refused = new Error('nothing to charge')
      failures = [refused, refused]
      answering.end(PROTOCOLS.chat.rest)
      expect(await (await response).text()).toContain('"error"')
      const lost = await until(
        () => rows(id),
        found => found.length > 0,
      )
      expect(lost).toMatchObject([{ type: 5, quota: 0, parsed: { error_code: 'not_settled', uncollected: COST } }])
      expect(errors.map(([, said]) => said)).toContain('a delivered answer was never charged')
    })

    test('for a whole answer sends nothing and charges nothing', async () => {
      const before = await balance()
      const { id, call, response, answering } = await begin('chat', false)
      await app.ledger.release(call)
      answerJson(answering, 200, PROTOCOLS.chat.whole.final_usage)
      expect((await response).status).toBe(500)
      const failed = await until(
        () => rows(id),
        found => found.length > 0,
      )
      expect(failed).toMatchObject([{ type: 5, quota: 0, parsed: { error_code: 'internal' } }])
      expect(await balance()).toBe(before)
      expect(
        (await gateway.consoleCall<Page<Log>>('GET', '/api/log/?p=1&page_size=10')).items.find(
          log => log.request_id !== '',
        )?.request_id,
      ).toBe(id)
    })
  })
}
