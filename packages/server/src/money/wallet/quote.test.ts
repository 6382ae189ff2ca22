import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { testApp } from '../../../test/support/app.ts'
import { databases } from '../../../test/support/databases.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Options } from '../../platform/options/index.ts'
import { inMoney, quote, readMoney } from './quote.ts'

const [sqlite] = databases()
if (!sqlite) throw new Error('no database to test on')
const database = await sqlite.open()
let options: Options
beforeEach(async () => {
  await database.storage.db.deleteFrom('options').execute()
  ;({ options } = await testApp(database))
})
afterAll(() => database.close())

const refusal = (amount: number) => {
  try {
    return quote(options, { group: 'default' }, amount)
  } catch (error) {
    return error instanceof ApiError ? [error.code, error.parameters] : error
  }
}

describe('an amount', () => {
  test.each<[price: number, ratio: number, amount: number, cents: number]>([
    [7.3, 1, 1, 730],
    [7.3, 1, 10, 7300],
    [7.3, 0.95, 3, 2081],
    [1.005, 1, 1, 101],
    [0.29, 1, 3, 87],
    [1, 0, 5, 500],
    [0.1, 0.1, 1, 1],
    [0.001, 1, 5, 1],
    [7.3, 1.1, 1_000_000, 803_000_000],
  ])('at %d with the group ratio %d: %d costs %d cents', async (price, ratio, amount, moneyCents) => {
    await options.set('Price', String(price))
    await options.set('TopupGroupRatio', JSON.stringify({ default: ratio }))
    expect(quote(options, { group: 'default' }, amount)).toEqual({ quota: amount * 500_000, moneyCents })
  })

  test('costs the plain price for a group without a ratio', () => {
    expect(quote(options, { group: 'constructor' }, 2)).toEqual({ quota: 1_000_000, moneyCents: 1460 })
  })

  test('is quota if no currency is shown', async () => {
    await options.set('DisplayInCurrencyEnabled', 'false')
    expect(quote(options, { group: 'default' }, 750_001)).toEqual({ quota: 750_001, moneyCents: 1095 })
    expect(refusal(499_999)).toEqual(['topup_too_small', { min: 500_000 }])
  })

  test('brings the bonus of the highest level that it reaches', async () => {
    await options.set('TopUpBonuses', '{"1000":20,"50":5.5,"100":10}')
    const quotas = [49, 50, 99, 100, 1_000].map(amount => quote(options, { group: 'default' }, amount).quota / 500_000)
    expect(quotas).toEqual([49, 52.75, 104.445, 110, 1_200])
    await options.set('DisplayInCurrencyEnabled', 'false')
    expect(quote(options, { group: 'default' }, 50_000_000).quota).toBe(55_000_000)
    await expect(options.set('TopUpBonuses', '{"a lot":20}')).rejects.toThrow()
  })

  test('is within the minimum and the maximum, and costs at least a cent', async () => {
    await options.set('MinTopUp', '5')
    expect(refusal(4)).toEqual(['topup_too_small', { min: 5 }])
    expect(refusal(2_000_001)).toEqual(['topup_too_large', { max: 2_000_000 }])
    await options.set('Price', '0')
    expect(refusal(10)).toEqual(['topup_costs_nothing', {}])
  })
})

test('money is parsed exactly or not at all', () => {
  const texts = ['12.34', '12.3', '12', '0.01', '12.340', '12.', '.5', '1e2', '-1', '+1', ' 1', '', '1,00', '0x10']
  expect(texts.map(readMoney)).toEqual([1234, 1230, 1200, 1, ...Array(10).fill(null)])
  expect([1234, 5, 0, 100].map(inMoney)).toEqual(['12.34', '0.05', '0.00', '1.00'])
})
