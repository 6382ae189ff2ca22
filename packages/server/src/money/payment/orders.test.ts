import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Invoice, type ListedOrder, ORDER_LIFETIME_SECONDS, type Page, type User } from '@tollgate/contract'
import pino from 'pino'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type EpayProvider, startEpayProvider } from '../../../test/support/epay-provider.ts'
import { type StandInStripe, startStripe } from '../../../test/support/stripe.ts'
import { mount } from '../../platform/http/mount.ts'
import { makeRateLimiter } from '../../platform/http/rate-limit.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { audit } from '../ledger/audit.ts'

for (const { kind, open } of databases()) {
  describe(`orders on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let user: ConsoleClient
    let admin: ConsoleClient
    let epay: EpayProvider
    let stripe: StandInStripe
    let now: number
    beforeAll(async () => {
      database = await open()
      epay = await startEpayProvider()
      stripe = await startStripe()
    })
    beforeEach(async () => {
      const { db } = database.storage
      for (const table of ['options', 'top_ups', 'logs', 'notices'] as const) await db.deleteFrom(table).execute()
      now = TEST_NOW
      stripe.asked.length = 0
      app = await testApp(database, {
        rateLimiter: makeRateLimiter(() => now),
        now: () => now,
        log: pino({ level: 'silent' }),
      })
      const options = {
        ...{ PayAddress: epay.url, EpayId: epay.pid, EpayKey: epay.key, ServerAddress: 'https://gateway.example' },
        ...{
          StripeSecretKey: stripe.secretKey,
          StripeWebhookSecret: stripe.webhookSecret,
          StripeApiAddress: stripe.url,
        },
      }
      for (const [key, value] of Object.entries(options)) await app.options.set(key, value)
      user = await signedIn(app, endpoints, 'user')
      admin = await signedIn(app, endpoints, 'admin')
    })
    afterAll(async () => {
      epay.stop()
      stripe.stop()
      expect(await audit(database.storage, TEST_NOW)).toEqual([])
      await database.close()
    })

    const QUOTA = 5_000_000
    const list = async (query = '') => ((await admin('GET', `/api/order/${query}`)).data as Page<ListedOrder>).items
    const order = async (payment_method: string, client = user) => {
      const answer = await client('POST', '/api/user/pay', { body: { amount: 10, payment_method } })
      expect(answer).toMatchObject({ success: true })
      const [row] = await list()
      if (!row) throw new Error('no order is listed')
      return { ...row, fields: answer.data as Record<string, string> }
    }
    const quotaOf = async (client = user) => ((await client('GET', '/api/user/self')).data as User).quota
    const act = (id: number, what: 'complete' | 'refund', body: object, client = admin) =>
      client('POST', `/api/order/${id}/${what}`, { body: { reason: 'paid at the desk', ...body } })
    const sentences = async () =>
      (await app.db.selectFrom('logs').select('content').orderBy('id').execute()).map(row => row.content)
    const notify = async (method: string, path: string, body?: string, headers = {}) => {
      const request = new Request(`http://gateway.test${path}`, { method, body, headers })
      return (await mount(endpoints, app).fetch(request, { socketAddress: '192.0.2.1' })).text()
    }
    const report = (type: string, object: Record<string, unknown>) => {
      const { body, signature } = stripe.event(type, object, now)
      return notify('POST', '/api/user/stripe/notify', body, { 'stripe-signature': signature })
    }

    test('are found by number, user, state, payment method and time', async () => {
      const first = await order('zfb')
      now += ORDER_LIFETIME_SECONDS + 1
      const other = await signedIn(app, endpoints, 'user')
      const second = await order('stripe', other)
      const ids = async (query: string) => (await list(`?${query}`)).map(({ id }) => id)
      expect(await ids('')).toEqual([second.id, first.id])
      expect(await ids(`keyword=${first.trade_no.slice(2, -3)}`)).toEqual([first.id])
      expect(await ids(`keyword=${second.username}`)).toEqual([second.id])
      expect(await ids(`keyword=${first.user_id}`)).toContain(first.id)
      expect(await ids('status=pending')).toEqual([second.id])
      expect(await ids('status=expired,success')).toEqual([first.id])
      expect(await ids('payment_method=stripe,wx')).toEqual([second.id])
      expect(await ids(`start_timestamp=${now}`)).toEqual([second.id])
      expect(await ids(`end_timestamp=${now - 1}`)).toEqual([first.id])
      expect(await ids('sort=create_time')).toEqual([first.id, second.id])
      expect(await list('?status=pending')).toMatchObject([
        { username: second.username, provider_ref: second.provider_ref },
      ])
    })

    test('completed by hand are credited once, whatever the provider reports later', async () => {
      const paid = await order('zfb')
      const card = await order('stripe')
      const answers = await Promise.all([act(paid.id, 'complete', {}), act(paid.id, 'complete', {})])
      expect(answers.map(({ code }) => code ?? '').sort()).toEqual(['', 'order_already_paid'])
      expect(await notify('GET', `/api/user/epay/notify?${new URLSearchParams(epay.callback(paid.fields))}`)).toBe(
        'success',
      )
      expect(await act(card.id, 'complete', {})).toMatchObject({
        data: { status: 'success', note: 'paid at the desk' },
      })
      const session = stripe.pay(card.trade_no)
      expect(await report('checkout.session.completed', session)).toBe('success')
      expect(await quotaOf()).toBe(2 * QUOTA)
      expect(await sentences()).toContainEqual(
        expect.stringMatching(new RegExp(`^\\w+ completed order ${paid.trade_no} of \\$10.00: paid at the desk$`)),
      )
      // The payment that Stripe still took is linked to the order.
      expect(await act(card.id, 'refund', {})).toMatchObject({ data: { status: 'refunded' } })
      expect(stripe.asked).toContain('POST /v1/refunds')
    })

    test('are refunded through Stripe in parts, and its report then changes nothing more', async () => {
      const { id, trade_no } = await order('stripe')
      expect(await act(id, 'refund', {})).toMatchObject({ code: 'order_not_paid' })
      const session = stripe.pay(trade_no)
      await report('checkout.session.completed', session)
      stripe.failNext(402)
      expect(await act(id, 'refund', { cents: 400 })).toMatchObject({ code: 'payment_provider_failed' })
      expect(await quotaOf()).toBe(QUOTA)
      expect(await act(id, 'refund', { cents: 250 })).toMatchObject({
        data: { refunded_cents: 250, status: 'success' },
      })
      expect(await report('charge.refunded', stripe.charge(session))).toBe('success')
      expect(await quotaOf()).toBe(0.75 * QUOTA)
      expect(await act(id, 'refund', { cents: 751 })).toMatchObject({ code: 'order_refund_too_large', field: 'cents' })
      expect(await act(id, 'refund', {})).toMatchObject({ data: { refunded_cents: 1000, status: 'refunded' } })
      expect(await quotaOf()).toBe(0)
      expect(await act(id, 'refund', {})).toMatchObject({ code: 'order_refund_too_large' })
      expect((await list('?status=refunded')).map(one => one.id)).toEqual([id])
    })

    test('are refunded once even if the answer of the first attempt got lost', async () => {
      const { id, trade_no } = await order('stripe')
      await report('checkout.session.completed', stripe.pay(trade_no))
      stripe.loseNextRefund()
      expect(await act(id, 'refund', { cents: 250 })).toMatchObject({ code: 'payment_provider_failed' })
      const asked = () => stripe.asked.filter(request => request === 'POST /v1/refunds').length
      expect(asked()).toBe(1)
      expect(await act(id, 'refund', { cents: 250 })).toMatchObject({ data: { refunded_cents: 250 } })
      expect(asked()).toBe(1)
      expect(await quotaOf()).toBe(0.75 * QUOTA)
      expect(await act(id, 'refund', { cents: 250 })).toMatchObject({ data: { refunded_cents: 500 } })
    })

    test('of a provider without refunds are only recorded as refunded', async () => {
      const { id, fields } = await order('zfb')
      await notify('GET', `/api/user/epay/notify?${new URLSearchParams(epay.callback(fields))}`)
      expect(await act(id, 'refund', { cents: 3650 })).toMatchObject({ data: { refunded_cents: 3650 } })
      expect(await quotaOf()).toBe(QUOTA / 2)
      expect(stripe.asked).not.toContain('POST /v1/refunds')
    })

    test('of administrators’ own and of their equals can be handled only by the super admin', async () => {
      const own = await order('zfb', admin)
      expect(await act(own.id, 'complete', {})).toMatchObject({ success: false, code: 'user_role_not_below' })
      expect(await act(own.id, 'refund', {})).toMatchObject({ success: false, code: 'user_role_not_below' })
      const root = await signedIn(app, endpoints, 'root')
      expect(await act(own.id, 'complete', {}, root)).toMatchObject({ success: true })
      expect(await act(own.id, 'complete', { reason: '' }, root)).toMatchObject({ code: 'input_invalid' })
      expect(await act(999_999, 'complete', {}, root)).toMatchObject({ code: 'order_not_found' })
    })

    test('once paid have an invoice with the operator’s details, visible only to their owner', async () => {
      const { id, trade_no } = await order('stripe')
      const invoice = (client = user) => client('GET', `/api/user/topup/self/${id}/invoice`)
      await report('checkout.session.completed', stripe.pay(trade_no))
      expect(await invoice()).toMatchObject({ code: 'invoice_missing' })
      await app.options.set('InvoiceName', 'Gate Works Ltd')
      await app.options.set('InvoiceTaxId', 'VAT ID DE123456789')
      expect((await invoice()).data as Invoice).toMatchObject({
        ...{ name: 'Gate Works Ltd', address: '', tax_id: 'VAT ID DE123456789', footer: '' },
        order: { trade_no, money_cents: 1000, currency: 'usd', quota: QUOTA },
      })
      expect(await invoice(await signedIn(app, endpoints, 'user'))).toMatchObject({ code: 'order_not_found' })
      expect((await admin('GET', `/api/order/${id}/invoice`)).data).toEqual((await invoice()).data)
      const unpaid = await order('stripe')
      expect(await user('GET', `/api/user/topup/self/${unpaid.id}/invoice`)).toMatchObject({ code: 'invoice_missing' })
    })
  })
}
