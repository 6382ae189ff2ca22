/** Whether a whole text is an address or a data URL, which some hosts fetch. */
export const isAddress = (text: string): boolean => ADDRESS.test(text.slice(0, LONGEST_HEAD))

const ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]{0,31}:\/\/|data:)/i
const LONGEST_HEAD = 256
