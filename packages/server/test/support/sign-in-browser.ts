import type { Reply } from '@tollgate/contract'
import { USER_ID_HEADER, type User } from '@tollgate/contract'
import { mount } from '../../src/platform/http/mount.ts'
import type { Endpoint } from '../../src/platform/http/serve.ts'
import type { AppContext } from '../../src/start/app-context.ts'

/** A reply with the fields beside its data and what else a browser sees. */
export interface Told extends Reply<unknown> {
  status: number
  location: string | null
  authorize_url?: string
}

/** A browser that keeps its cookies, on a site at `http://site.test`. */
export interface SignInBrowser {
  get(path: string, headers?: Record<string, string>): Promise<Told>
  /** The cookies it would send. */
  cookies(): string
  /** Begins a sign-in; returns the state and the address the browser is sent to. */
  begin(provider?: string, aff?: string): Promise<{ state: string; authorizeUrl: string }>
  /** Returns from a provider. */
  comeBack(provider: string, query: Record<string, string>): Promise<Told>
  /** The user signed in in this browser. */
  self(): Promise<Told>
}

export function signInBrowser(app: AppContext, endpoints: Endpoint<AppContext>[], ip = '127.0.0.1'): SignInBrowser {
  const site = mount(endpoints, app)
  const jar = new Map<string, string>()
  let userId: number | undefined

  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = async (path: string, init: RequestInit, headers: Record<string, string> = {}): Promise<Told> => {
    const always = { cookie: cookies(), 'accept-language': 'en', 'content-type': 'application/json' }
    const request = new Request(`http://site.test${path}`, { ...init, headers: { ...always, ...headers } })
    const response = await site.fetch(request, { socketAddress: ip })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const text = await response.text()
    const reply = text === '' ? { success: response.ok, message: '' } : (JSON.parse(text) as Reply<unknown>)
    return { ...reply, status: response.status, location: response.headers.get('location') }
  }

  const get: SignInBrowser['get'] = (path, headers) => send(path, {}, headers)
  return {
    get,
    cookies,
    async begin(provider, aff = '') {
      const query = new URLSearchParams({ ...(provider && { provider }), aff })
      const { data, authorize_url = '', message } = await get(`/api/oauth/state?${query}`)
      if (typeof data !== 'string') throw new Error(message)
      return { state: data, authorizeUrl: authorize_url }
    },
    async comeBack(provider, query) {
      const told = await get(`/api/oauth/${provider}?${new URLSearchParams(query)}`)
      if (told.success) userId = (told.data as User).id
      return told
    },
    self: () => get('/api/user/self', userId === undefined ? {} : { [USER_ID_HEADER]: String(userId) }),
  }
}
