const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
/** XML has no way to write these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes
const UNWRITABLE =
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** A text in XML, as an element's content or an attribute. */
export const escaped = (text: string): string =>
  text.replace(UNWRITABLE, '\ufffd').replace(/[&<>"']/g, sign => ENTITIES[sign] ?? sign)
