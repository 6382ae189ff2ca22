import type { PaymentMethod } from '@tollgate/contract'
import type { Options } from '../../platform/options/index.ts'
import type { MoneyContext } from '../context.ts'
import type { SubscriptionRow } from '../plans/store.ts'
import type { OrderRow } from '../wallet/store.ts'

/** The dependencies of crediting, which jobs do too. */
export type PaymentContext = Omit<MoneyContext, 'jobs'>

/** The terms of a top-up by one payment method. */
interface Terms {
  /** The price of a US dollar of quota, in the currency. */
  price: number
  /** The smallest top-up, in US dollars. */
  least: number
  /** The currency's code in lower case; empty: the Epay gateway's currency. */
  currency: string
}

/** An order that is new to its provider. */
interface Opening {
  tradeNo: string
  method: PaymentMethod
  /** What the buyer reads on the provider's page. */
  title: string
  moneyCents: number
  currency: string
  /** How often the provider repeats the payment; absent: it is paid once. */
  every?: 'month' | 'year'
  /** Where the provider sends its reports. */
  reportTo: string
  /** This site's address, to which the browser returns. */
  site: string
}

/** Where the browser goes to pay. */
export interface Opened {
  url: string
  /** The fields of a form that it posts there; empty: it only navigates. */
  fields: Record<string, string>
  /** The provider's id of what it opened. */
  reference?: string
}

/** A provider's subscriptions, each of which renews one of ours. */
export interface CardRenewals {
  /** Asks whether the next term is paid, and begins it if so. */
  settle(app: PaymentContext, row: SubscriptionRow): Promise<void>
  /** Tells the provider whether it renews. */
  tell(app: PaymentContext, row: SubscriptionRow): Promise<void>
  /** Ends the provider's. */
  end(app: PaymentContext, cardRef: string): Promise<void>
}

/** Takes payments for orders. A new provider is a file like `epay/index.ts` and a line in `providers.ts`. */
export interface PaymentProvider {
  /** Whether the operator has set it up. */
  isReady(options: Options): boolean
  terms(options: Options): Terms
  /** @throws ApiError */
  open(app: MoneyContext, opening: Opening): Promise<Opened>
  /** Asks whether an order is paid, and credits it if so. Absent: the provider only reports. */
  settle?(app: PaymentContext, order: OrderRow): Promise<void>
  /** What repeats payments. Absent: each is made once. */
  renewals?: CardRenewals
  /** Refunds a part of an order; returns its cents refunded in total. Absent: the operator must refund it elsewhere. */
  refund?(app: MoneyContext, order: OrderRow, cents: number): Promise<number>
}
