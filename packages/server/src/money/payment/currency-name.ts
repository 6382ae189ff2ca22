/** Returns the text after an amount, such as ` USD`; empty for the Epay gateway's currency, which has no name here. */
export const currencyName = (currency: string): string => (currency === '' ? '' : ` ${currency.toUpperCase()}`)
