/** One way a secret may stand in a text that is decoded and in lower case. */
export interface SecretForm {
  text: string
  /** It is short enough to be part of other words, and means something only by itself. */
  isWord: boolean
  /** What stands around it in the same alphabet is the same secret, or was encoded with it. */
  isPacked: boolean
}

/** Shorter ones are no secrets: `none`, `-`. */
const SHORTEST = 3
const LONG_ENOUGH = 8

/** Returns every form in which a secret is searched for: as it is, its lines each, in base64 at any place, in hex. */
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

/** Returns the digits that are the same whatever stands around the bytes, `before` bytes of the first three being others'. */
function stableBase64(bytes: Buffer, before: number): string {
  const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  const bits = (before + bytes.length) * 8
  return digits.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6))
}
