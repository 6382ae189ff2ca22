import { describe, expect, test } from 'bun:test'
import { channelHeaders, filledHeader, headerProblem, isPlainHeader } from './channel-headers.ts'

describe('a header of a channel', () => {
  test.each([
    ['x-title', 'Tollgate', undefined],
    ['Authorization', 'Bearer {api_key}', undefined],
    ['x-user', '{client_header:User-Agent}', undefined],
    ['bad name', 'a', 'name'],
    ['', 'a', 'name'],
    ['Host', 'example.com', 'reserved'],
    ['Content-Length', '5', 'reserved'],
    ['Sec-WebSocket-Key', 'a', 'reserved'],
    ['x-a', '', 'value'],
    ['x-a', 'a\r\nx-b: c', 'value'],
    ['x-a', 'é', 'value'],
    ['x-a', 'a'.repeat(4097), 'value'],
    ['x-a', '{client_header: }', 'value'],
    ['x-a', 'Bearer {client_header:Authorization}', 'credential'],
    ['x-a', '{client_header: x-api-key }', 'credential'],
    ['x-a', '{client_header:COOKIE}', 'credential'],
    ['x-a', '{client_header:Sec-WebSocket-Protocol}', 'credential'],
    ['x-a', '{client_header:proxy-authorization}', 'credential'],
  ] as const)('%s: %s', (name, value, problem) => {
    expect(headerProblem(name, value)).toBe(problem)
    expect(channelHeaders.safeParse({ [name]: value }).success).toBe(problem === undefined)
  })

  test('has a place among at most 32', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, 'a']))
    expect(channelHeaders.safeParse(many(32)).success).toBe(true)
    expect(channelHeaders.safeParse(many(33)).success).toBe(false)
  })

  test('has the key and the client’s headers in place of their names', () => {
    const from = { key: 'sk-$&1', clientHeader: (name: string) => (name === 'user-agent' ? 'MyApp' : null) }
    expect(filledHeader('Bearer {api_key}', from)).toBe('Bearer sk-$&1')
    expect(filledHeader('{client_header:user-agent} by {api_key}', from)).toBe('MyApp by sk-$&1')
    expect(filledHeader('{other}', from)).toBe('{other}')
    expect(filledHeader('a {client_header:x-none}', from)).toBeNull()
  })

  test('is known to be no secret only if it is made of placeholders', () => {
    expect(['{api_key}', 'Bearer {api_key}', '{client_header:x-a}'].map(isPlainHeader)).toEqual([true, true, true])
    expect(['abc', 'Bearer abc', '{api_key}x'].map(isPlainHeader)).toEqual([false, false, false])
  })
})
