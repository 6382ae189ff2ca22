import type { Attachment, Part } from '../conversation/types.ts'

export const dataAddress = ({ mime, data }: Attachment): string => `data:${mime};base64,${data}`

/** A text with the name of the file it was read from, so that the model can speak of it. */
export const textOf = (part: Part & { kind: 'text' }): string =>
  part.name === undefined ? part.text : `${part.name}:\n\n${part.text}`

/** The text, if a message is nothing else. */
export const onlyText = (parts: Part[]): string | undefined => {
  const [part] = parts
  return parts.length === 1 && part?.kind === 'text' ? textOf(part) : undefined
}

/** A picture from a `data:` address; null: it is at another one, which is not fetched. */
export function imageFromAddress(address: string): Attachment | null {
  const [, mime, data] = /^data:(image\/(?:png|jpeg|webp|gif));base64,([A-Za-z0-9+/=]+)$/.exec(address) ?? []
  return mime && data ? { kind: 'image', name: '', mime, data } : null
}

/** Texts after which a model stops: the lines of what was typed. */
export const stopTexts = (typed: string | number | undefined): string[] | undefined => {
  const lines = String(typed ?? '')
    .split('\n')
    .filter(Boolean)
  return lines.length > 0 ? lines : undefined
}
