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

/** Sets a fresh gateway up and signs its super admin in. */
export async function setUp(url: string): Promise<Operator> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'accept-language': 'en' }

  async function send<Data>(method: string, path: string, body?: unknown) {
    const response = await fetch(url + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    // Every console call answers with the envelope.
    const reply = (await response.json()) as Reply<Data>
    if (!reply.success) throw new Error(`${method} ${path}: ${reply.message}`)
    // A call that succeeds has its data.
    return { response, data: reply.data as Data }
  }
  const ask = async <Data>(method: string, path: string, body?: unknown) => (await send<Data>(method, path, body)).data

  await ask('POST', '/api/setup', { ...OPERATOR, confirmPassword: OPERATOR.password })
  const login = await send<User>('POST', '/api/user/login', OPERATOR)
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(login.response.headers.get('set-cookie') ?? '') ?? []
  headers.cookie = `${name}=${value}`
  headers[USER_ID_HEADER] = String(login.data.id)

  return {
    user: login.data,
    session: { name, value },
    ask,
    addChannel: async fields => first(await ask<Channel[]>('POST', '/api/channel/', { group: 'default', ...fields })),
    async addToken(fields) {
      const token = first(await ask<Token[]>('POST', '/api/token/', { unlimited_quota: true, ...fields }))
      return { ...token, bearer: `sk-${token.key}` }
    },
    setOption: (key, value) => ask('PUT', '/api/option/', { key, value: String(value) }),
  }
}

function first<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('Nothing was made')
  return row
}
