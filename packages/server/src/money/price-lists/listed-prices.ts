import { BUILT_IN_LIST } from '@tollgate/contract'
import { defaultDocument, type ListedPrice, namesInList } from '@tollgate/gateway'
import type { Db } from '../../platform/storage/db.ts'
import { findPriceList, type StoredPriceList } from './store.ts'

/** A price list in which models are looked up by our names. */
export interface LookUpPrices {
  priceOf(model: string): ListedPrice | undefined
  /** Returns the refused price of one of our models; undefined: not refused. */
  refusedOf(model: string): StoredPriceList['refused'][number] | undefined
  read_at: number
}

/** Returns the list with an id; undefined: there is none. */
export async function lookUpList(db: Db, id: number): Promise<LookUpPrices | undefined> {
  if (id === BUILT_IN_LIST) return builtIn
  const list = await findPriceList(db, id)
  return list && lookUpIn(list)
}

export function lookUpIn({ prices, refused, read_at }: Pick<StoredPriceList, 'prices' | 'refused' | 'read_at'>) {
  const listed = new Map(prices.map(price => [price.model, price]))
  const faulty = new Map(refused.map(price => [price.model, price]))
  const [nameIn, faultyNameIn] = [namesInList(listed.keys()), namesInList(faulty.keys())]
  return {
    priceOf: model => listed.get(nameIn(model) ?? ''),
    refusedOf: model => faulty.get(faultyNameIn(model) ?? ''),
    read_at,
  } satisfies LookUpPrices as LookUpPrices
}

const builtIn: LookUpPrices = {
  priceOf(model) {
    const found = defaultDocument(model, new Date())
    return found ? { model, document: found } : undefined
  },
  refusedOf: () => undefined,
  read_at: 0,
}
