/** What follows an amount of money in a sentence: ` USD`; nothing for the Epay gateway's currency, which has no name here. */
export const currencyName = (currency: string): string => (currency === '' ? '' : ` ${currency.toUpperCase()}`)
