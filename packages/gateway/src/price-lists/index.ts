export { priceListAddresses } from './addresses.ts'
export { namesInList } from './find-in-list.ts'
export type { ListedPrice, PriceList, RefusedPrice } from './listed-price.ts'
export { readPriceList } from './read-price-list.ts'
