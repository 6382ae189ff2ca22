const MAIL_ADDRESS = /^[^\s@<>,;"\p{C}]+@[^\s@<>,;"\p{C}]+$/u

/** Whether a text is one plain address: no list, no name, nothing that ends a header line. */
export const isMailAddress = (text: string): boolean => MAIL_ADDRESS.test(text)
