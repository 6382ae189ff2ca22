import { describe, expect, test } from 'bun:test'
import { type AffinityRule, affinityKey } from './affinity-rules.ts'

const call = {
  model: 'gpt-5-codex',
  path: () => '/v1/responses',
  header: (name: string) => ({ 'user-agent': 'Codex_CLI_rs/0.5', 'x-session': 'abc' })[name.toLowerCase()] ?? null,
  member: (name: string) => ({ prompt_cache_key: 'talk', metadata: { user_id: 7, empty: '' }, list: ['x'] })[name],
  tokenId: 3,
}
const ANY: AffinityRule = { models: '', path: '', client: '', from: 'user', key: '' }
const keyBy = (...rules: Partial<AffinityRule>[]) =>
  affinityKey(
    rules.map(rule => ({ ...ANY, ...rule })),
    call,
  )

describe('a rule of affinity', () => {
  test.each<[Partial<AffinityRule>, string | undefined]>([
    [{}, ''],
    [{ from: 'token' }, '3'],
    [{ from: 'body', key: 'prompt_cache_key' }, 'talk'],
    [{ from: 'body', key: 'metadata.user_id' }, '7'],
    [{ from: 'body', key: 'metadata.empty' }, undefined],
    [{ from: 'body', key: 'metadata.toString' }, undefined],
    [{ from: 'body', key: 'metadata.user_id.more' }, undefined],
    [{ from: 'body', key: 'list' }, undefined],
    [{ from: 'header', key: 'X-Session' }, 'abc'],
    [{ from: 'header', key: 'not a name' }, undefined],
    [{ models: 'gpt-5*' }, ''],
    [{ models: '*codex' }, ''],
    [{ models: 'g*5*x' }, ''],
    [{ models: 'gpt-5' }, undefined],
    [{ models: 'gpt-5-codex*codex' }, undefined],
    [{ models: '*5*5*' }, undefined],
    [{ path: '/v1/*' }, ''],
    [{ path: '/v1/chat/*' }, undefined],
    [{ client: 'codex' }, ''],
    [{ client: 'claude' }, undefined],
  ])('%o finds %p', (rule, key) => {
    expect(keyBy(rule)?.key).toBe(key as string)
  })

  test('leaves a call without its key to the next one', () => {
    const rules: Partial<AffinityRule>[] = [{ from: 'header', key: 'x-none' }, { models: 'o3' }, { from: 'token' }, {}]
    expect(keyBy(...rules)).toEqual({ rule: 2, key: '3' })
    expect(keyBy()).toBeUndefined()
  })

  test('takes linear time for a pattern of many stars', () => {
    const begun = performance.now()
    affinityKey([{ ...ANY, models: '*a'.repeat(100) }], { ...call, model: 'a'.repeat(99).padEnd(100_000, 'b') })
    expect(performance.now() - begun).toBeLessThan(100)
  })
})
