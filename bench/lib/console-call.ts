import { Failure } from '../../scripts/lib/script.mjs'

/** Calls the console's API as the signed-in user; resolves to the reply's `data`. */
export type ConsoleCall = <Data = unknown>(method: string, path: string, body?: unknown) => Promise<Data>

/** Sets a fresh gateway up with its first account and signs that account in. */
export async function signIn(origin: string, account: { username: string; password: string }): Promise<ConsoleCall> {
  await send(origin, 'POST', '/api/setup', { ...account, confirmPassword: account.password })
  const { data, cookie } = await send(origin, 'POST', '/api/user/login', account)
  const headers = { cookie, 'New-Api-User': String(data.id) }
  return async (method, path, body) => (await send(origin, method, path, body, headers)).data
}

async function send(origin: string, method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  const reply = await fetch(origin + path, {
    method,
    headers: { 'Content-Type': 'application/json', 'Accept-Language': 'en', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Failure(`${method} ${path} answered ${reply.status}: ${text}`)
  const { success, message, data } = JSON.parse(text)
  if (!success) throw new Failure(`${method} ${path} was refused: ${message}`)
  return {
    data,
    cookie: reply.headers
      .getSetCookie()
      .map(one => one.split(';')[0])
      .join('; '),
  }
}
