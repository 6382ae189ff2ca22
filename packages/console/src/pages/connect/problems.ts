import type { ClientGuide } from '@tollgate/contract'
import type { TokenState } from '../../components/token-state.ts'
import { paths } from '../../lib/paths.ts'

/** Problems that keep a client's calls from succeeding, and the page that fixes each. */
export const problems = {
  noModels: { to: paths.channels, forAdmins: true },
  noModelsOfToken: { to: paths.tokens },
  disabled: { to: paths.tokens },
  expired: { to: paths.tokens },
  exhausted: { to: paths.tokens },
  balanceEmpty: { to: paths.wallet },
  privateAddress: {},
} as const satisfies Record<string, { to?: string; forAdmins?: true }>
export type Problem = keyof typeof problems

interface Situation {
  guide: Pick<ClientGuide, 'notes'>
  address: string
  /** Of the chosen token. */
  tokenState: TokenState | undefined
  /** The user's remaining quota. */
  balance: number
  /** How many models the user and the token may call; undefined until known. */
  models: number | undefined
  tokenModels: number | undefined
}

/** Returns the problems, worst first. */
export function problemsOf({ guide, address, tokenState, balance, models, tokenModels }: Situation): Problem[] {
  const found: [Problem, boolean][] = [
    ['noModels', models === 0],
    ['noModelsOfToken', models !== 0 && tokenState !== undefined && tokenModels === 0],
    ['disabled', tokenState === 'disabled'],
    ['expired', tokenState === 'expired'],
    ['exhausted', tokenState === 'exhausted'],
    ['balanceEmpty', balance <= 0],
    ['privateAddress', guide.notes.some(note => CALLS_FROM_ELSEWHERE.has(note)) && isPrivate(address)],
  ]
  return found.filter(([, is]) => is).map(([problem]) => problem)
}

const CALLS_FROM_ELSEWHERE = new Set<string>(['public_address', 'own_server'])

/** Names and addresses that mean something else, or nothing, on another network: RFC 1918, RFC 4193, loopback. */
function isPrivate(address: string): boolean {
  const { hostname } = new URL(address)
  return /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]|\[f[cd])|\.(local|localhost|internal)$/.test(
    hostname,
  )
}
