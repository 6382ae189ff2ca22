import type { Body } from '../protocols/common/exchange.ts'
import type { Exchange } from './exchange.ts'

/** Returns an exchange for every client format of a table. */
export const forEachClient = <Name extends string, Client, Written extends Body>(
  clients: Readonly<Record<Name, Client>>,
  exchangeOf: (client: Client) => Exchange<Written>,
): Record<Name, Exchange<Written>> =>
  Object.fromEntries(Object.entries<Client>(clients).map(([format, client]) => [format, exchangeOf(client)])) as Record<
    Name,
    Exchange<Written>
  > // the table's own keys
