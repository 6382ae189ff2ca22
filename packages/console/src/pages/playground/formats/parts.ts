import type { Attachment, Part } from '../conversation/types.ts'

export const dataAddress = ({ mime, data }: Attachment): string => `data:${mime};base64,${data}`

/** A text with the name of its file, so that the model can refer to it. */
export const textOf = (part: Part & { kind: 'text' }): string =>
  part.name === undefined ? part.text : `${part.name}:\n\n${part.text}`

/** The text of a message that is only text. */
export const onlyText = (parts: Part[]): string | undefined => {
  const [part] = parts
  return parts.length === 1 && part?.kind === 'text' ? textOf(part) : undefined
}

/** An image from a `data:` address; null: it is at another address, which is not fetched. */
export function imageFromAddress(address: string): Attachment | null {
  const [, mime, data] = /^data:(image\/(?:png|jpeg|webp|gif));base64,([A-Za-z0-9+/=]+)$/.exec(address) ?? []
  return mime && data ? { kind: 'image', name: '', mime, data } : null
}

/** Stop sequences: one per typed line. */
export const stopTexts = (typed: string | number | undefined): string[] | undefined => {
  const lines = String(typed ?? '')
    .split('\n')
    .filter(Boolean)
  return lines.length > 0 ? lines : undefined
}
