import { expect, test } from 'bun:test'
import type { ErrorResponse } from '../../../../relay/errors/error-response.ts'
import { jimengRoutes } from './jimeng.ts'
import { klingRoutes } from './kling.ts'

test.each([
  ['Kling', klingRoutes[0]?.endpoint, { 400: 1201, 401: 1000, 402: 1102, 404: 1203, 429: 1302, 500: 5000, 503: 5001 }],
  [
    'Jimeng',
    jimengRoutes[0]?.endpoint,
    { 400: 50_215, 401: 50_400, 404: 50_215, 429: 50_429, 500: 50_500, 503: 50_500 },
  ],
] as const)('%s: an error has the vendor’s code for its kind', async (_name, endpoint, codes) => {
  const told = Object.keys(codes).map(async status => {
    const response = new Response(null, { headers: { 'x-request-id': 'the-call' } })
    const failed = { status: Number(status), message: 'Why', response } as ErrorResponse
    const answer = await endpoint?.writeError?.(failed)
    return [answer?.status, await answer?.json()]
  })
  const expected = Object.entries(codes).map(([status, code]) => [
    Number(status),
    expect.objectContaining({ code, message: 'Why', request_id: 'the-call' }),
  ])
  expect(await Promise.all(told)).toEqual(expected)
})
