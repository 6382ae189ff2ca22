const PAGE_ADDRESS = /^https?:\/\/\S+$/

/** Whether an operator's text is the address of a page, which the console frames. */
export const isPageAddress = (text: string): boolean => PAGE_ADDRESS.test(text.trim())
