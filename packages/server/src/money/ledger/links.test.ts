import { describe, expect, test } from 'bun:test'
import { array, assert, integer, property, record, string } from 'fast-check'
import { CHAINED_COLUMNS, type ChainedEntry, digestOf, linkHash, newChain, nextLink } from './links.ts'

const entry: ChainedEntry = {
  reference: 'request:1',
  kind: 'request',
  user_id: 1,
  token_id: 2,
  user_amount: -3,
  token_amount: -4,
  aff_amount: 0,
  channel_id: 5,
  uncollected: 0,
  is_logged: 1,
  created_at: 1_700_000_000,
  subscription_id: 0,
  subscription_amount: 0,
  windows: '',
  subscription_calls: 0,
}
const SEED = 20_261_122

describe('the chain of entries', () => {
  test('has the same form as stored links', () => {
    const link = nextLink(newChain('n'), [entry])
    const list = '["request:1","request",1,2,-3,-4,0,5,0,1,1700000000]'
    const digest = new Bun.CryptoHasher('sha256').update(list).digest('hex').slice(0, 32)
    const hash = new Bun.CryptoHasher('sha256').update(`n ${digest}`).digest('hex')
    expect(link).toEqual({ chain: 'n', link: 1, hash, digests: [digest] })
  })

  test('every column changes the digest', () => {
    const amount = integer({ min: -1e12, max: 1e12 })
    assert(
      property(integer({ min: 0, max: CHAINED_COLUMNS.length - 1 }), amount, string(), (place, number, text) => {
        const column = CHAINED_COLUMNS[place] ?? 'kind'
        const value = typeof entry[column] === 'string' ? text : number
        expect(digestOf({ ...entry, [column]: value }) === digestOf(entry)).toBe(value === entry[column])
      }),
      { seed: SEED },
    )
  })

  test('the order of columns in a row does not matter', () => {
    const turned = Object.fromEntries(Object.entries(entry).reverse()) as unknown as ChainedEntry
    expect(digestOf(turned)).toBe(digestOf(entry))
  })

  test('each link depends on the previous one and on its entries', () => {
    const groups = array(
      array(record({ reference: string(), user_amount: integer() }), { minLength: 1, maxLength: 4 }),
      {
        minLength: 2,
        maxLength: 5,
      },
    )
    assert(
      property(groups, made => {
        let end = newChain('n')
        for (const group of made) {
          const link = nextLink(
            end,
            group.map(changes => ({ ...entry, ...changes })),
          )
          expect(link.link).toBe(end.link + 1)
          expect(link.hash).toBe(linkHash(end.hash, link.digests))
          expect(link.hash).not.toBe(linkHash('another', link.digests))
          expect(link.hash).not.toBe(linkHash(end.hash, link.digests.slice(1)))
          end = link
        }
      }),
      { seed: SEED },
    )
  })
})
