import { describe, expect, test } from 'bun:test'
import { TYPES_WITH_BALANCE } from '@tollgate/contract'
import { balanceCallOf, typesWithBalance } from './index.ts'

const FACTS = { now: Date.UTC(2026, 2, 15) / 1000, price: 7.3 }
const CHANNEL = { key: 'k', baseUrl: 'https://up.example', usualBaseUrl: 'https://usual.example' }

/** Asks the questions in turn, as the server does. */
function ask(type: number, answers: unknown[], channel = CHANNEL) {
  const call = balanceCallOf(type)
  const questions = []
  for (let asked = 0; ; asked++) {
    const question = call?.ask({ type, ...channel }, answers.slice(0, asked), FACTS)
    if (!question) break
    questions.push(question)
  }
  return {
    questions: questions.map(({ url }) => url),
    headers: questions[0]?.headers,
    balance: call?.read(answers, FACTS),
  }
}

const BEARER = { authorization: 'Bearer k' }

test('the types that report a balance are those that the console queries', () => {
  expect(typesWithBalance()).toEqual([...TYPES_WITH_BALANCE])
})

describe('the balance of a channel', () => {
  test.each([1, 8])('of type %d is the grant less this month’s use', type => {
    expect(ask(type, [{ has_payment_method: true, hard_limit_usd: 120 }, { total_usage: 1234 }])).toEqual({
      questions: [
        'https://up.example/v1/dashboard/billing/subscription',
        'https://up.example/v1/dashboard/billing/usage?start_date=2026-03-01&end_date=2026-03-16',
      ],
      headers: BEARER,
      balance: 107.66,
    })
  })

  test('without a card counts the use of a hundred days', () => {
    const { questions } = ask(1, [{ hard_limit_usd: 5 }, { total_usage: 0 }])
    expect(questions[1]).toContain('start_date=2025-12-05&end_date=2026-03-16')
  })

  test.each<[number, string, unknown, number]>([
    [12, '/dashboard/billing/credit_grants', { total_remaining: 3.5 }, 3.5],
    [13, '/dashboard/billing/credit_grants', { total_available: 4 }, 4],
    [20, '/v1/credits', { data: { total_credits: 10, total_usage: 2.5 } }, 7.5],
    [25, '/v1/users/me/balance', { code: 0, status: true, data: { available_balance: 73 } }, 10],
    [43, '/user/balance', { balance_infos: [{ currency: 'CNY', total_balance: '110.00' }] }, 110],
    [43, '/user/balance', { balance_infos: [{ currency: 'USD', total_balance: '11' }] }, 11],
  ])('of type %d is queried at the channel’s own address: %s', (type, path, answer, balance) => {
    expect(ask(type, [answer])).toEqual({ questions: [`https://up.example${path}`], headers: BEARER, balance })
  })

  test('of AI Proxy is queried at another host, unless the operator set an address', () => {
    const answer = { data: { totalPoints: 9 } }
    const usual = { ...CHANNEL, baseUrl: CHANNEL.usualBaseUrl }
    expect(ask(10, [answer], usual)).toEqual({
      questions: ['https://aiproxy.io/api/report/getUserOverview'],
      headers: { 'api-key': 'k' },
      balance: 9,
    })
    expect(ask(10, [answer]).questions).toEqual(['https://up.example/api/report/getUserOverview'])
  })

  test('is null if the answer has none', () => {
    const nothing = [
      null,
      'text',
      [],
      {},
      { data: null },
      { total_remaining: 'much' },
      { balance_infos: 5 },
      { code: 1 },
    ]
    for (const type of typesWithBalance())
      for (const answer of nothing) expect(balanceCallOf(type)?.read([answer, answer], FACTS)).toBeNull()
  })

  test('is not reported by SiliconCloud, whose API is gone, nor by types without a balance', () => {
    expect([40, 14, 3, 99].map(balanceCallOf)).toEqual([undefined, undefined, undefined, undefined])
  })
})
