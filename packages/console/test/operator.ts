import { type Channel, type Reply, type Token, USER_ID_HEADER, type User } from '@tollgate/contract'

export const OPERATOR = { username: 'keeper', password: 'let me through' }

/** The super admin of a gateway, who makes calls instead of clicks. */
export interface Operator {
  user: User
  /** The session, for a browser that is signed in from the start. */
  session: { name: string; value: string }
  /** Makes a console call. Throws if it fails. */
  ask<Data>(method: string, path: string, body?: unknown): Promise<Data>
  addChannel(fields: Partial<Channel> & { key?: string }): Promise<Channel>
  /** The token, and its key with `sk-`. */
  addToken(fields: Partial<Token>): Promise<Token & { bearer: string }>
  setOption(key: string, value: string | number | boolean): Promise<void>
}

/** Sets a fresh gateway up; nobody is signed in. */
export const setUp = (url: string): Promise<unknown> =>
  send(url, {}, 'POST', '/api/setup', { ...OPERATOR, confirmPassword: OPERATOR.password })

/** Signs in the super admin of a gateway that is set up. */
export async function signIn(url: string): Promise<Operator> {
  const { response, data: user } = await send<User>(url, {}, 'POST', '/api/user/login', OPERATOR)
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  const session = { name, value }
  const headers = { cookie: `${name}=${value}`, [USER_ID_HEADER]: String(user.id) }
  const ask = async <Data>(method: string, path: string, body?: unknown) =>
    (await send<Data>(url, headers, method, path, body)).data
  return {
    user,
    session,
    ask,
    addChannel: async fields => first(await ask<Channel[]>('POST', '/api/channel/', { group: 'default', ...fields })),
    async addToken(fields) {
      const token = first(await ask<Token[]>('POST', '/api/token/', { unlimited_quota: true, ...fields }))
      return { ...token, bearer: `sk-${token.key}` }
    },
    setOption: (key, value) => ask('PUT', '/api/option/', { key, value: String(value) }),
  }
}

async function send<Data>(
  url: string,
  headers: Record<string, string>,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ response: Response; data: Data }> {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  })
  // Every console call answers with the envelope.
  const reply = (await response.json()) as Reply<Data>
  if (!reply.success) throw new Error(`${method} ${path}: ${reply.message}`)
  // A call that succeeds has its data.
  return { response, data: reply.data as Data }
}

function first<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('Nothing was made')
  return row
}
