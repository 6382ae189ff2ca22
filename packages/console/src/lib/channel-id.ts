/** The address bar may contain anything. */
export const isChannelId = (text: string): boolean => /^\d{1,9}$/.test(text)
