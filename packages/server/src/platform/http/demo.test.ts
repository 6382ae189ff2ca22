import { expect, test } from 'bun:test'
import { ROLE } from '@tollgate/contract'
import { endpoints } from '../../start/app.ts'
import { isOpenOnDemo } from './demo.ts'

const root = { role: ROLE.root }
const reading = (path: string, caller: { role: number } | null = root) => isOpenOnDemo({ method: 'GET', path }, caller)

test.each([
  '/api/channel/test',
  '/api/channel/test/{id}',
  '/api/channel/update_balance',
  '/api/channel/update_balance/{id}/',
  '/api/channel/fetch_models/{id}',
  '/api/user/token',
  '/api/verification',
  '/api/reset_password',
  '/api/oauth/wechat/bind',
  '/api/oauth/email/bind',
  '/api/oauth/telegram/bind',
])('GET %s has side effects, and a demo site refuses it to everybody', path => {
  expect([reading(path), reading(path, null)]).toEqual([false, false])
})

test('an account of another site signs visitors in, and is never bound', () => {
  for (const path of ['/api/oauth/github', '/api/oauth/{type}', '/api/oauth/telegram/login']) {
    expect([reading(path, null), reading(path)]).toEqual([true, false])
  }
})

test('every page of a demo site can be read', () => {
  const refused = endpoints.map(({ call }) => call).filter(call => call.method === 'GET' && !isOpenOnDemo(call, root))
  expect(
    refused.filter(({ path }) => !/test|balance|fetch_models|token|verification|reset|bind|oauth/.test(path)),
  ).toEqual([])
})
