/** The address bar may contain anything. */
export const isRowId = (text: string): boolean => /^\d{1,9}$/.test(text)
