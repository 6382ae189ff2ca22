import type { Exchange } from './exchange.ts'

/** Returns an exchange for every client's format of a table. */
export const forEachClient = <Name extends string, Client>(
  clients: Readonly<Record<Name, Client>>,
  exchangeOf: (client: Client) => Exchange,
): Record<Name, Exchange> =>
  Object.fromEntries(Object.entries<Client>(clients).map(([format, client]) => [format, exchangeOf(client)])) as Record<
    Name,
    Exchange
  > // the table's own keys
