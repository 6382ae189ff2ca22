import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { consoleError } from '../../platform/http/console-error.ts'
import { type MysqlAddress, mysqlAddress, mysqlName, UnknownParameter } from '../sources/mysql-address.ts'

/** Other parameters, such as keys and certificates, would make the driver read files of this machine. */
const PARAMETERS: ReadonlySet<string> = new Set(['sslmode', 'options', 'connect_timeout', 'application_name'])
/** Private networks are allowed, because old gateways run there. These ranges have no database, but a cloud's metadata. */
const REFUSED_RANGES: ReadonlySet<string> = new Set(['linkLocal', 'multicast', 'broadcast', 'unspecified'])

/** A checked address. */
export interface ReadAddress {
  address: string
  /** The address without user and password. */
  name: string
}

/**
 * Checks an address that an operator entered in the console.
 *
 * @throws ApiError
 */
export async function readAddress(text: string): Promise<ReadAddress> {
  const mysql = mysqlOf(text.trim())
  if (mysql) {
    await refuseHost(mysql.host)
    return { address: text.trim(), name: mysqlName(mysql) }
  }
  const url = URL.parse(text.trim())
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '')
    throw consoleError('import_address_kind', {}, 'address')
  for (const name of url.searchParams.keys())
    if (!PARAMETERS.has(name)) throw consoleError('import_address_parameter', { name }, 'address')
  await refuseHost(decodeURIComponent(url.hostname).replace(/^\[|\]$/g, ''))
  return { address: url.href, name: `${url.protocol}//${url.host}${url.pathname}` }
}

function mysqlOf(text: string): MysqlAddress | null {
  try {
    return mysqlAddress(text)
  } catch (error) {
    if (error instanceof UnknownParameter)
      throw consoleError('import_address_parameter', { name: error.parameter }, 'address')
    throw error
  }
}

async function refuseHost(host: string): Promise<void> {
  if (host === '' || host.startsWith('/') || (await addressesOf(host)).some(isRefused))
    throw consoleError('import_address_host', { host }, 'address')
}

/** A name that does not resolve is told by the attempt to connect. */
const addressesOf = async (host: string): Promise<string[]> =>
  ipaddr.isValid(host) ? [host] : (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address)

const isRefused = (ip: string): boolean => REFUSED_RANGES.has(ipaddr.process(ip).range())
