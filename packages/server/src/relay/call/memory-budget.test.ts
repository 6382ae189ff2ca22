import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type Operator, setUpGateway } from '../../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { answerJson, type ScriptedUpstream, startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'
import { until } from '../../../test/support/until.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type MemoryHold, makeMemoryBudget } from './memory-budget.ts'

const MIB = 1024 * 1024

describe('the memory budget', () => {
  const budgetOf = (mib: number, percent: number) =>
    makeMemoryBudget({
      get: key => ({ 'memory_setting.budget_mib': mib, 'memory_setting.user_percent': percent })[key as never] as never,
    })

  const step = fc.record({ call: fc.nat(7), mib: fc.integer({ min: 0, max: 60 }), ends: fc.boolean() })

  test('is never exceeded, by one user or by all, and is returned in full', () => {
    fc.assert(
      fc.property(fc.array(step), fc.integer({ min: 1, max: 100 }), (steps, percent) => {
        const budget = budgetOf(100, percent)
        const holds = new Map<number, MemoryHold>()
        const taken = new Map<number, number>()
        for (const { call, mib, ends } of steps) {
          // two calls a user
          const hold = holds.get(call) ?? budget.open(call >> 1)
          holds.set(call, hold)
          try {
            hold.grow(mib * MIB)
            taken.set(call, (taken.get(call) ?? 0) + mib * MIB)
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError)
            expect([(error as ApiError).status, (error as ApiError).retryAfterSeconds]).toEqual([expect.any(Number), 5])
          }
          if (ends) {
            hold.release()
            taken.delete(call)
          }
          const sum = [...taken.values()].reduce((all, bytes) => all + bytes, 0)
          expect(budget.used()).toBe(sum)
          expect(sum).toBeLessThanOrEqual(100 * MIB)
          for (const user of [0, 1, 2, 3]) {
            const ofUser = (taken.get(2 * user) ?? 0) + (taken.get(2 * user + 1) ?? 0)
            expect(ofUser).toBeLessThanOrEqual(percent * MIB)
          }
        }
        for (const hold of holds.values()) hold.release()
        expect(budget.used()).toBe(0)
      }),
      { seed: 7 },
    )
  })

  test('reports whether the user or the gateway is at its limit', () => {
    const budget = budgetOf(100, 60)
    const codeOf = (act: () => void) => {
      try {
        act()
      } catch (error) {
        return [(error as ApiError).code, (error as ApiError).status]
      }
    }
    budget.open(1).grow(50 * MIB)
    expect(codeOf(() => budget.open(1).grow(20 * MIB))).toEqual(['user_memory_used_up', 429])
    expect(codeOf(() => budget.open(2).grow(55 * MIB))).toEqual(['memory_used_up', 503])
  })
})

describe('many large calls at once', () => {
  /** Memory they may use on top of the idle process: the budget, and as much again for uncollected garbage. */
  const BUDGET_MIB = 400
  const BOUND_MIB = 2 * BUDGET_MIB
  const UNPACKED = 60 * MIB
  const CALLS = 20

  let database: TestDatabase
  let upstream: ScriptedUpstream
  let gateway: GatewayProcess
  let operator: Operator
  let bearer: string

  beforeAll(async () => {
    const [sqlite] = databases()
    if (!sqlite) throw new Error('SQLite is always there')
    database = await sqlite.open()
    upstream = await startScriptedUpstream()
    upstream.answer = (response, request) => {
      request.body = ''
      answerJson(response, 200, { id: 'c', choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }] })
    }
    gateway = await startGatewayProcess(database.place, await freePort())
    operator = await setUpGateway(gateway.url)
    await operator.makeChannel({ base_url: upstream.url, models: 'same' })
    await operator.makeChannel({ base_url: upstream.url, models: 'converted', type: 14 })
    await operator.setOption('ModelRatio', '{"same":0,"converted":0}')
    await operator.setOption('memory_setting.budget_mib', BUDGET_MIB)
    bearer = (await operator.makeToken()).bearer
  }, 60_000)

  afterAll(async () => {
    await gateway.kill()
    await upstream.stop()
    await database.close()
  })

  const chat = (model: string) => JSON.stringify({ model, messages: [{ role: 'user', content: 'a'.repeat(UNPACKED) }] })

  const packers: Record<string, (text: string) => Uint8Array> = {
    gzip: text => gzipSync(text),
    br: text => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
    zstd: text => zstdCompressSync(text),
  }

  function peakMib(): number {
    const [, kib] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${gateway.pid}/status`, 'utf8')) ?? []
    return Number(kib) / 1024
  }

  async function call(body: string | Uint8Array, headers: Record<string, string>): Promise<Response> {
    return fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
      body: body as Uint8Array<ArrayBuffer>,
    })
  }

  test.each([
    ['gzip', 'same'],
    ['gzip', 'converted'],
    ['br', 'same'],
    ['zstd', 'same'],
  ])(
    `${CALLS} of a few kB of %s that come to 60 MB, for an upstream of the %s format`,
    async (encoding, model) => {
      const before = peakMib()
      const packed = packers[encoding]?.(chat(model)) ?? new Uint8Array()
      expect(packed.length).toBeLessThan(100_000)
      const answers = await Promise.all(
        Array.from({ length: CALLS }, () => call(packed, { 'content-encoding': encoding })),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter(status => status !== 200 && status !== 429)).toEqual([])
      for (const answer of answers.filter(({ status }) => status === 429)) {
        expect(answer.headers.get('retry-after')).toBe('5')
        expect(await answer.json()).toMatchObject({ error: { code: 'user_memory_used_up' } })
      }
      expect(statuses).toContain(429)
      expect(peakMib() - before).toBeLessThan(BOUND_MIB)
    },
    120_000,
  )

  test('the whole budget is free again when they end', async () => {
    const body = JSON.stringify({ model: 'same', messages: [{ role: 'user', content: 'Hello' }] })
    const answer = await until(
      () => call(body, {}),
      ({ status }) => status === 200,
    )
    expect(answer.status).toBe(200)
  })
})
