const MAIL_ADDRESS = /^[^\s@<>,;"\p{C}]+@[^\s@<>,;"\p{C}]+$/u

/** Whether a text is exactly one plain address: no list, no display name, no line break. */
export const isMailAddress = (text: string): boolean => MAIL_ADDRESS.test(text)
