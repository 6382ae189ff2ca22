const PAGE_ADDRESS = /^https?:\/\/\S+$/

/** Whether what an operator wrote is the address of a page, which the console frames, and no text. */
export const isPageAddress = (text: string): boolean => PAGE_ADDRESS.test(text.trim())
