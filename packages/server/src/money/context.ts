import { serveWith } from '../platform/http/serve.ts'
import type { RecordsContext } from '../records/context.ts'
import type { Ledger } from './ledger/index.ts'
import type { PriceBook } from './pricing/index.ts'

export interface MoneyContext extends RecordsContext {
  ledger: Ledger
  prices: PriceBook
}

export const serve = serveWith<MoneyContext>()
