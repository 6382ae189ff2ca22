import type { Page } from '@playwright/test'
import { USER_ID_HEADER, type User } from '@tollgate/contract'
import type { Gateway } from './gateway.ts'
import type { Operator } from './operator.ts'

export const ADMIN = { username: 'helper', password: 'let me help out' }

/** Signs the browser in as an administrator who is not the super admin. */
export async function becomeAdmin(page: Page, gateway: Gateway, operator: Operator): Promise<void> {
  await signInAsAdmin(page, gateway, await makeAdmin(operator))
}

/** Returns the id of a new administrator. */
export async function makeAdmin(operator: Operator): Promise<number> {
  const { id } = await operator.ask<User>('POST', '/api/user/', ADMIN)
  await operator.ask('POST', '/api/user/manage', { id, action: 'promote' })
  return id
}

export async function signInAsAdmin(page: Page, { url }: Gateway, id: number): Promise<void> {
  const headers = { 'content-type': 'application/json', [USER_ID_HEADER]: String(id) }
  const login = await fetch(`${url}/api/user/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) })
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(login.headers.get('set-cookie') ?? '') ?? []
  const { data: user } = (await login.json()) as { data: User }
  await page.context().addCookies([{ name, value, url }])
  await page.addInitScript(user => localStorage.setItem('user', user), JSON.stringify(user))
}
