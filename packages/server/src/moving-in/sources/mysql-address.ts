import { SourceProblem } from './problem.ts'

/** Where a running MySQL or MariaDB is, and how it is read. */
export interface MysqlAddress {
  host: string
  port: number
  user: string
  password: string
  database: string
  /** Undefined: as the server offers it. */
  tls?: { rejectUnauthorized: boolean }
  /** Whether the operator asks for a session that cannot write, though its user may. */
  readsOnly: boolean
}

const PORT = 3306
const TLS: Readonly<Record<string, MysqlAddress['tls']>> = {
  true: { rejectUnauthorized: true },
  'skip-verify': { rejectUnauthorized: false },
  preferred: undefined,
  false: undefined,
}
/** Parameters of Go's driver that change nothing here: text is always read as it lies in the database. */
const WITHOUT_MEANING: ReadonlySet<string> = new Set(['charset', 'collation', 'parseTime', 'loc', 'timeout'])

export class UnknownParameter extends SourceProblem {
  constructor(readonly parameter: string) {
    super(
      `The parameter ${parameter} of the address is not known: transaction_read_only=1 and tls=true, skip-verify, preferred or false are.`,
    )
  }
}

/**
 * Reads `mysql://…`, `mariadb://…` and Go's `user:password@tcp(host:port)/database`. Returns null for anything else.
 *
 * @throws UnknownParameter
 */
export function mysqlAddress(text: string): MysqlAddress | null {
  const url = URL.parse(text)
  if (url && ['mysql:', 'mariadb:'].includes(url.protocol))
    return {
      host: decodeURIComponent(url.hostname).replace(/^\[|\]$/g, ''),
      port: Number(url.port || PORT),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
      ...parametersOf(url.searchParams),
    }
  return goAddress(text)
}

export const mysqlName = ({ host, port, database }: MysqlAddress): string =>
  `mysql://${host.includes(':') ? `[${host}]` : host}:${port}/${database}`

/** The last slash and the last @ before it part an address: a password may have both. */
function goAddress(text: string): MysqlAddress | null {
  const [begin = '', query = ''] = text.split('?', 2)
  const slash = begin.lastIndexOf('/')
  const at = begin.lastIndexOf('@', slash)
  const place = begin.slice(at + 1, slash)
  if (at === -1 || slash === -1 || !place.startsWith('tcp(') || !place.endsWith(')')) return null
  const { hostname, port } = URL.parse(`mysql://${place.slice(4, -1)}`) ?? { hostname: '', port: '' }
  const colon = begin.indexOf(':')
  const hasPassword = colon !== -1 && colon < at
  return {
    host: decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
    port: Number(port || PORT),
    user: begin.slice(0, hasPassword ? colon : at),
    password: hasPassword ? begin.slice(colon + 1, at) : '',
    database: decodeURIComponent(begin.slice(slash + 1)),
    ...parametersOf(new URLSearchParams(query)),
  }
}

function parametersOf(given: URLSearchParams): Pick<MysqlAddress, 'tls' | 'readsOnly'> {
  const read: Pick<MysqlAddress, 'tls' | 'readsOnly'> = { readsOnly: false }
  for (const [name, value] of given) {
    if (name === 'transaction_read_only') read.readsOnly = ['1', 'on', 'true'].includes(value.toLowerCase())
    else if (name === 'tls' && Object.hasOwn(TLS, value)) read.tls = TLS[value]
    else if (!WITHOUT_MEANING.has(name)) throw new UnknownParameter(name)
  }
  return read
}
