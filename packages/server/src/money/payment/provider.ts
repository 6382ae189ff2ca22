import type { PaymentMethod } from '@tollgate/contract'
import type { Options } from '../../platform/options/index.ts'
import type { MoneyContext } from '../context.ts'
import type { OrderRow } from '../wallet/store.ts'

/** What crediting needs; jobs do it too. */
export type PaymentContext = Omit<MoneyContext, 'jobs'>

/** What a top-up costs by one way to pay. */
interface Terms {
  /** What a US dollar of quota costs, in the currency. */
  price: number
  /** The least top-up, in US dollars. */
  least: number
  /** Code of the currency in lower case; empty: the Epay gateway's. */
  currency: string
}

/** An order that a provider has yet to hear of. */
interface Opening {
  tradeNo: string
  method: PaymentMethod
  /** What the buyer reads on the provider's page. */
  title: string
  moneyCents: number
  currency: string
  /** Where the provider sends its reports. */
  reportTo: string
  /** This site's address, to which the browser returns. */
  site: string
}

/** Where the browser goes to pay. */
export interface Opened {
  url: string
  /** The fields of a form that it posts there; empty: it just goes. */
  fields: Record<string, string>
  /** The provider's name of what it opened. */
  reference?: string
}

/** Somebody who takes payments for orders. A new one is a file like `epay/index.ts` and a line in `providers.ts`. */
export interface PaymentProvider {
  /** Whether the operator has set it up. */
  isReady(options: Options): boolean
  terms(options: Options): Terms
  /** @throws ApiError */
  open(app: MoneyContext, opening: Opening): Promise<Opened>
  /** Asks whether an order is paid, and credits it if so. Absent: the provider only reports. */
  settle?(app: PaymentContext, order: OrderRow): Promise<void>
  /** Pays a part of an order back; returns how many of its cents are paid back in all. Absent: only its owner can, elsewhere. */
  refund?(app: MoneyContext, order: OrderRow, cents: number): Promise<number>
}
