import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Mistakes an authenticator can be told to make. */
interface Oddities {
  origin?: string
  /** The host it signs for. */
  rpID?: string
  /** Whether it verified its user. */
  isVerified?: boolean
  counter?: number
}

interface Asked {
  challenge?: unknown
}

/** A passkey authenticator in software, like those of browsers and devices. https://www.w3.org/TR/webauthn-3/ */
export function makeAuthenticator(site: { origin: string; rpID: string }) {
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let uses = 0

  const clientData = (type: string, { challenge }: Asked, { origin = site.origin }: Oddities) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const base = () => ({ id: text(id), rawId: text(id), type: 'public-key' as const, clientExtensionResults: {} })

  return {
    id: text(id),

    /** @param attestation CBOR of `fmt` and `attStmt`, for an authenticator that attests without being asked */
    create(asked: Asked, oddities: Oddities = {}, attestation?: Buffer[]) {
      const data = authenticatorData(site, { flags: 0x45, counter: 0, ...oddities })
      const credential = Buffer.concat([Buffer.alloc(16), length16(id), id, coseKey(publicKey)])
      const [fmt, statement] = attestation ?? [cborText('none'), Buffer.from([0xa0])]
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), fmt as Buffer, cborText('attStmt'), statement as Buffer, cborText('authData')],
        cborBytes(Buffer.concat([data, credential])),
      ])
      const response = {
        clientDataJSON: text(clientData('webauthn.create', asked, oddities)),
        attestationObject: text(attestationObject),
        transports: ['internal'],
      }
      return { ...base(), response }
    },

    get(asked: Asked, oddities: Oddities & { userHandle?: string } = {}) {
      const data = authenticatorData(site, { flags: 0x05, counter: ++uses, ...oddities })
      const client = clientData('webauthn.get', asked, oddities)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const response = {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(sign('sha256', signed, privateKey)),
        ...(oddities.userHandle !== undefined && { userHandle: oddities.userHandle }),
      }
      return { ...base(), response }
    },
  }
}

export const cborText = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

const text = (bytes: Buffer) => bytes.toString('base64url')
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x59]), length16(bytes), bytes])

function length16({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(length)
  return bytes
}

function authenticatorData(
  site: { rpID: string },
  { rpID = site.rpID, isVerified = true, counter = 0, flags }: Oddities & { flags: number },
): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const shown = isVerified ? flags : flags & ~0x04
  return Buffer.concat([createHash('sha256').update(rpID).digest(), Buffer.from([shown]), count])
}

/** An EC key on P-256: kty 2, alg −7, crv 1, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const part = (name: number, value: string) =>
    Buffer.concat([Buffer.from([name, 0x58, 32]), Buffer.from(value, 'base64url')])
  return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), part(0x21, x), part(0x22, y)])
}
