/** A form in which a secret may appear in decoded, lower-cased text. */
export interface SecretForm {
  text: string
  /** It is short enough to be part of other words, so it counts only as a whole word. */
  isWord: boolean
  /** Adjacent digits of the same alphabet belong to the secret or were encoded with it. */
  isPacked: boolean
}

/** Shorter values are not secrets: `none`, `-`. */
const SHORTEST = 3
const LONG_ENOUGH = 8

/** Returns all forms in which a secret is searched for: as is, line by line, in base64 at any offset, in hex. */
export function formsOf(secret: string, decoded: (text: string) => string): SecretForm[] {
  const lines = secret.split(/[\r\n]+|\\n/).map(line => line.trim())
  const forms = [...new Set([secret.trim(), ...lines])].flatMap(line => [
    ...new Set([line, decoded(line), Buffer.from(line).toString('latin1')]).values().map(text => plain(text)),
    ...(line.length >= LONG_ENOUGH ? packedForms(line) : []),
  ])
  return forms.filter(({ text }) => text.length >= SHORTEST)
}

const plain = (text: string): SecretForm => ({
  text: text.toLowerCase(),
  isWord: text.length < LONG_ENOUGH,
  isPacked: false,
})

function packedForms(secret: string): SecretForm[] {
  const forms = [0, 1, 2].flatMap(before => {
    const stable = stableBase64(Buffer.from(secret), before)
    return [stable, stable.replaceAll('+', '-').replaceAll('/', '_')]
  })
  return [...new Set([...forms, Buffer.from(secret).toString('hex')])].map(text => ({
    text: text.toLowerCase(),
    isWord: false,
    isPacked: true,
  }))
}

/**
 * Returns the base64 digits that do not depend on the surrounding bytes; `before` of the first three bytes belong to
 * other text.
 */
function stableBase64(bytes: Buffer, before: number): string {
  const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  const bits = (before + bytes.length) * 8
  return digits.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6))
}
