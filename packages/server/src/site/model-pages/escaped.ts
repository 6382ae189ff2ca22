const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A text in XML, as an element's content or an attribute. */
export const escaped = (text: string): string =>
  Array.from(text.toWellFormed(), sign => (isWritable(sign) ? (ENTITIES[sign] ?? sign) : '\ufffd')).join('')

/** XML has no way to write other control characters. */
const isWritable = (sign: string): boolean =>
  (sign >= ' ' && sign < '\ufffe') || '\t\n\r'.includes(sign) || sign.length > 1
