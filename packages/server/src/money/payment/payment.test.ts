import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { LOG_TYPE, ORDER_LIFETIME_SECONDS, type Order, type Page, type User } from '@tollgate/contract'
import pino from 'pino'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type EpayProvider, startEpayProvider } from '../../../test/support/epay-provider.ts'
import { mount } from '../../platform/http/mount.ts'
import { makeRateLimiter } from '../../platform/http/rate-limit.ts'
import { openStorage } from '../../platform/storage/db.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { audit } from '../ledger/audit.ts'
import { isSigned, signature } from './epay/sign.ts'

type Fields = Record<string, string>

test('the signature is that of the Epay protocol', () => {
  const fields = { pid: '1001', type: 'alipay', name: '测试', money: '1.00', empty: '', sign: 'x', sign_type: 'MD5' }
  // md5 of `money=1.00&name=测试&pid=1001&type=alipay` + `secret`, by md5sum
  expect(signature(fields, 'secret')).toBe('866b949baeee42ec76aa14d6a84ce18f')
  expect(isSigned({ ...fields, sign: '866b949baeee42ec76aa14d6a84ce18f' }, 'secret')).toBe(true)
  expect(isSigned({ ...fields, sign: signature(fields, '') }, '')).toBe(false)
})

for (const { kind, open } of databases()) {
  describe(`online top-up on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let user: ConsoleClient
    let router: ReturnType<typeof mount>
    let provider: EpayProvider
    let now: number
    /** The reasons for refused callbacks in the server's log. */
    let reasons: string[]
    beforeAll(async () => {
      database = await open()
      provider = await startEpayProvider()
    })
    beforeEach(async () => {
      const { db } = database.storage
      for (const table of ['options', 'top_ups', 'logs', 'notices'] as const) await db.deleteFrom(table).execute()
      now = TEST_NOW
      reasons = []
      app = await testApp(database, {
        rateLimiter: makeRateLimiter(() => now),
        now: () => now,
        log: pino({ level: 'warn' }, { write: line => void reasons.push(JSON.parse(line).reason) }),
      })
      await app.options.set('PayAddress', provider.url)
      await app.options.set('EpayId', provider.pid)
      await app.options.set('EpayKey', provider.key)
      await app.options.set('ServerAddress', 'https://gateway.example/')
      router = mount(endpoints, app)
      user = await signedIn(app, endpoints, 'user')
    })
    afterAll(async () => {
      provider.stop()
      expect(await audit(database.storage, TEST_NOW)).toEqual([])
      await database.close()
    })

    const pay = (body: object, client = user) => client('POST', '/api/user/pay', { body })
    const order = async (amount = 10) => {
      const { data } = await pay({ amount, payment_method: 'zfb' })
      return data as Fields
    }
    /** Sends a callback and returns the gateway's answer. */
    const notify = async (fields: Fields, method = 'GET', node = router) => {
      const parameters = new URLSearchParams(fields)
      const path = 'http://gateway.test/api/user/epay/notify'
      const request =
        method === 'GET' ? new Request(`${path}?${parameters}`) : new Request(path, { method, body: parameters })
      const answer = await node.fetch(request, { socketAddress: '192.0.2.1' })
      return [answer.status, await answer.text()] as const
    }
    const SUCCESS = [200, 'success'] as const
    const FAIL = [200, 'fail'] as const
    const self = async (client = user) => (await client('GET', '/api/user/self')).data as User
    const orders = async (client = user) => ((await client('GET', '/api/user/topup/self')).data as Page<Order>).items
    const logs = () => app.db.selectFrom('logs').select(['type', 'quota', 'content']).execute()

    test('sends callbacks to the operator’s address, whatever host a request names', async () => {
      // The test's client names tollgate.test as host.
      expect(await order()).toMatchObject({
        notify_url: 'https://gateway.example/api/user/epay/notify',
        return_url: 'https://gateway.example/log',
      })
      await app.options.set('ServerAddress', '')
      expect(await pay({ amount: 10, payment_method: 'zfb' })).toMatchObject({
        success: false,
        code: 'server_address_missing',
      })
      const root = await signedIn(app, endpoints, 'root')
      expect((await pay({ amount: 10, payment_method: 'zfb' }, root)).data).toMatchObject({
        notify_url: 'http://tollgate.test/api/user/epay/notify',
      })
      await app.options.set('CustomCallbackAddress', 'https://pay.gateway.example')
      expect(await order()).toMatchObject({
        notify_url: 'https://pay.gateway.example/api/user/epay/notify',
        return_url: 'https://pay.gateway.example/log',
      })
    })

    test('returns the cost of an amount in the form of both consoles', async () => {
      const amount = (value: number, language?: 'zh') =>
        user('POST', '/api/user/amount', { body: { amount: value, top_up_code: '' }, language })
      expect(await amount(3)).toEqual({ status: 200, success: true, message: 'success', data: '21.90' })
      expect(await amount(0, 'zh')).toEqual({
        status: 200,
        success: false,
        code: 'topup_too_small',
        message: '充值数量不能小于1',
        field: 'amount',
        data: '充值数量不能小于1',
      })
    })

    test('answers with a form that the provider accepts', async () => {
      const answer = await pay({ amount: 10, top_up_code: '', payment_method: 'wx' })
      const { id } = await self()
      const fields = answer.data as Fields
      expect(answer).toEqual({
        status: 200,
        success: true,
        message: 'success',
        url: `${provider.url}/submit.php`,
        data: {
          pid: provider.pid,
          type: 'wxpay',
          out_trade_no: expect.stringMatching(new RegExp(`^USR${id}NO[0-9A-Za-z]{6}${TEST_NOW}$`)),
          notify_url: 'https://gateway.example/api/user/epay/notify',
          return_url: 'https://gateway.example/log',
          name: 'TUC10',
          money: '73.00',
          device: 'pc',
          sign: expect.stringMatching(/^[0-9a-f]{32}$/),
          sign_type: 'MD5',
        },
      } as never)
      const url = `${provider.url}/submit.php`
      expect(await provider.submit(url, fields)).toEqual({ status: 200, text: 'Pay 73.00 with wxpay' })
      expect(await provider.submit(url, { ...fields, money: '0.01' })).toMatchObject({ status: 403 })
    })

    test('has callbacks sent elsewhere if the operator wants that', async () => {
      await app.options.set('CustomCallbackAddress', 'https://callback.example/')
      expect(await order()).toMatchObject({
        notify_url: 'https://callback.example/api/user/epay/notify',
        return_url: 'https://gateway.example/log',
      })
    })

    test('is refused until the operator has an account with a provider, and for unknown methods', async () => {
      const refused = { success: false, code: 'topup_disabled', data: '管理员未开启在线充值！' }
      for (const key of ['PayAddress', 'EpayId', 'EpayKey']) {
        await app.options.set(key, '')
        const answer = await user('POST', '/api/user/pay', {
          body: { amount: 1, payment_method: 'zfb' },
          language: 'zh',
        })
        expect(answer).toMatchObject(refused)
      }
      expect(await pay({ amount: 1, payment_method: 'cash' })).toMatchObject({ code: 'input_invalid' })
      expect(await orders()).toEqual([])
    })

    test('limits how many orders can be placed in a while', async () => {
      const answers = []
      for (let time = 0; time < 31; time++) answers.push((await pay({ amount: 1, payment_method: 'zfb' })).status)
      expect(answers).toEqual([...Array(30).fill(200), 429])
    })

    test.each(['GET', 'POST'])('credits an order when the provider confirms it by %s', async method => {
      const fields = await order()
      expect(await orders()).toMatchObject([{ status: 'pending', quota: 5_000_000, money_cents: 7300 }])
      // New prices and groups do not change the agreed terms.
      await app.options.set('Price', '100')
      await app.options.set('QuotaPerUnit', '1')
      const before = (await self()).quota
      expect(await notify(provider.callback(fields), method)).toEqual(SUCCESS)
      expect((await self()).quota - before).toBe(5_000_000)
      expect(await orders()).toEqual([
        {
          id: expect.any(Number),
          quota: 5_000_000,
          money_cents: 7300,
          currency: '',
          refunded_cents: 0,
          taken_quota: 0,
          plan: '',
          subscription_id: 0,
          trade_no: fields.out_trade_no ?? '',
          payment_method: 'zfb',
          status: 'success',
          create_time: TEST_NOW,
          complete_time: TEST_NOW,
        },
      ])
      expect(await logs()).toEqual([
        {
          type: LOG_TYPE.topUp,
          quota: 5_000_000,
          content: `Topped up $5,000,000.00 online for 73.00, order ${fields.out_trade_no}`,
        },
      ])
    })

    test('credits once however often the callback is repeated, and answers success each time', async () => {
      const callback = provider.callback(await order())
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, turn) => notify(callback, turn % 2 === 0 ? 'GET' : 'POST')),
      )
      for (let time = 0; time < 10; time++) answers.push(await notify(callback))
      expect(answers).toEqual(Array(60).fill(SUCCESS))
      expect((await self()).quota).toBe(5_000_000)
      expect(await logs()).toHaveLength(1)
      expect(reasons).toEqual([])
    })

    test('credits once when callbacks arrive on several nodes at once', async () => {
      const others = [openStorage(database.place), openStorage(database.place)].slice(kind === 'sqlite' ? 2 : 0)
      const nodes = [router, ...others.map(({ db }) => mount(endpoints, { ...app, db }))]
      for (let round = 0; round < 5; round++) {
        const before = (await self()).quota
        const callback = provider.callback(await order())
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, turn) => notify(callback, 'GET', nodes[turn % nodes.length])),
        )
        expect(answers).toEqual(Array(12).fill(SUCCESS))
        expect((await self()).quota - before).toBe(5_000_000)
      }
      expect([(await logs()).length, reasons]).toEqual([5, []])
      for (const { db } of others) await db.destroy()
    })

    test('refuses a callback with another amount for a paid order', async () => {
      const fields = await order()
      expect(await notify(provider.callback(fields))).toEqual(SUCCESS)
      expect(await notify(provider.callback(fields, { money: '0.01' }))).toEqual(FAIL)
      expect([(await self()).quota, (await logs()).length, reasons]).toEqual([5_000_000, 1, ['the order is finished']])
    })

    test('accepts only the provider’s signature', async () => {
      const fields = await order()
      const right = provider.callback(fields)
      const { sign = '', ...unsigned } = right
      const forgeries: Fields[] = [
        unsigned,
        { ...right, sign: '' },
        { ...right, sign: sign.toUpperCase() },
        { ...right, sign: `${sign.slice(0, -1)}${sign.endsWith('0') ? '1' : '0'}` },
        { ...right, sign: 'é'.repeat(16) },
        { ...unsigned, sign: signature(unsigned, '') },
        { ...unsigned, sign: signature(unsigned, 'guess'), sign_type: 'MD5' },
        { ...right, money: '0.01' },
        { ...right, extra: 'added' },
        { ...right, out_trade_no: `${right.out_trade_no}x` },
      ]
      for (const forged of forgeries) {
        expect(await notify(forged)).toEqual(FAIL)
        expect(await notify(forged, 'POST')).toEqual(FAIL)
      }
      expect(await notify({})).toEqual(FAIL)
      expect(await notify({}, 'POST')).toEqual(FAIL)
      expect((await self()).quota).toBe(0)
      expect(reasons).toEqual(Array(22).fill('its signature is wrong'))
      expect(await notify(right)).toEqual(SUCCESS)
    })

    test('accepts no callback while there is no key', async () => {
      const fields = await order()
      await app.options.set('EpayKey', '')
      const { sign, ...unsigned } = provider.callback(fields)
      expect(await notify({ ...unsigned, sign: signature(unsigned, '') })).toEqual(FAIL)
      expect(await notify({ ...unsigned, sign: '' })).toEqual(FAIL)
      expect((await self()).quota).toBe(0)
    })

    test('compares merchant, state, method and amount with the order', async () => {
      const fields = await order()
      const wrong: [changes: Fields, reason: string][] = [
        [{ pid: '1002' }, 'it is for another merchant'],
        [{ pid: '' }, 'it is for another merchant'],
        [{ trade_status: 'WAIT_BUYER_PAY' }, 'it does not say that the order is paid'],
        [{ trade_status: '' }, 'it does not say that the order is paid'],
        [{ out_trade_no: 'USR1NOunknown1' }, 'there is no such order'],
        [{ out_trade_no: '' }, 'there is no such order'],
        [{ type: 'wxpay' }, 'it was paid by wxpay, not by alipay'],
        [{ type: 'usdt' }, 'it was paid by usdt, not by alipay'],
        [{ money: '0.01' }, '0.01 was paid, not 73.00'],
        [{ money: '72.99' }, '72.99 was paid, not 73.00'],
        [{ money: '730.00' }, '730.00 was paid, not 73.00'],
        [{ money: '73.001' }, '73.001 was paid, not 73.00'],
        [{ money: '7.3e1' }, '7.3e1 was paid, not 73.00'],
        [{ money: '$73.00' }, '$73.00 was paid, not 73.00'],
        [{ money: '' }, 'nothing was paid, not 73.00'],
      ]
      for (const method of ['GET', 'POST']) {
        reasons.length = 0
        for (const [changes] of wrong) expect(await notify(provider.callback(fields, changes), method)).toEqual(FAIL)
        expect(reasons).toEqual(wrong.map(([, reason]) => reason))
      }
      expect((await self()).quota).toBe(0)
      expect((await logs()).map(({ type, content }) => [type, content])).toContainEqual([
        LOG_TYPE.system,
        `A payment for order ${fields.out_trade_no} was refused: 0.01 was paid, not 73.00`,
      ])
      expect(await notify(provider.callback(fields, { money: '73' }))).toEqual(SUCCESS)
      expect((await self()).quota).toBe(5_000_000)
    })

    test('calls an order expired after a day, and still credits a late payment, once', async () => {
      const fields = await order()
      const stateAfter = async (seconds: number) => {
        now = TEST_NOW + seconds
        return (await orders())[0]?.status
      }
      expect(await stateAfter(ORDER_LIFETIME_SECONDS - 1)).toBe('pending')
      expect(await stateAfter(ORDER_LIFETIME_SECONDS)).toBe('expired')
      expect(await notify(provider.callback(fields, { money: '0.01' }))).toEqual(FAIL)
      expect(await notify(provider.callback(fields))).toEqual(SUCCESS)
      expect(await notify(provider.callback(fields))).toEqual(SUCCESS)
      expect((await self()).quota).toBe(5_000_000)
      expect(await orders()).toMatchObject([{ status: 'success', complete_time: now }])
    })

    test('answers fail and credits nothing if it cannot be written', async () => {
      const fields = await order()
      const callback = provider.callback(fields)
      await app.db.schema.alterTable('logs').renameTo('logs_away').execute()
      expect(await notify(callback)).toEqual(FAIL)
      await app.db.schema.alterTable('logs_away').renameTo('logs').execute()
      expect([(await self()).quota, (await orders())[0]?.status]).toEqual([0, 'pending'])
      expect(await notify(callback)).toEqual(SUCCESS)
    })

    test('shows users only their own orders, newest first', async () => {
      await order(1)
      await order(2)
      const other = await signedIn(app, endpoints, 'user')
      await pay({ amount: 3, payment_method: 'wx' }, other)
      expect((await orders()).map(({ quota }) => quota)).toEqual([1_000_000, 500_000])
      expect((await orders(other)).map(({ payment_method }) => payment_method)).toEqual(['wx'])
      expect((await user('GET', '/api/user/topup/self?p=2&page_size=1')).data).toMatchObject({
        items: [{ quota: 500_000 }],
        page: 2,
        total: 2,
      })
    })
  })
}
