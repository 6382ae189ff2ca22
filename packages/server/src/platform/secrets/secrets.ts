import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../process/environment.ts'

/** Encrypts stored secrets and makes fingerprints for look-ups, under one SECRET_KEY. */
export interface Secrets {
  /** Encrypts with AES-256-GCM and a fresh nonce. Empty text stays empty. */
  encrypt(text: string): string
  /** @throws if the text was not encrypted with this key */
  decrypt(sealed: string): string
  /** Encrypts for one owner: a text sealed for one owner and context cannot be opened for another. */
  ownedBy(owner: string): OwnedSecrets
  /** Returns a keyed hash in hex, for looking up secrets that are never stored in plain text. */
  fingerprint(text: string): string
}

/** Encryption with one owner's key. `context` names what is encrypted, such as a row's id. */
export interface OwnedSecrets {
  seal(bytes: Uint8Array, context: string): string
  /** @throws if it was encrypted for another owner, in another context or with another SECRET_KEY */
  open(sealed: string, context: string): Buffer
}

/** The key file's name in DATA_DIR. */
export const SECRET_KEY_FILE = 'secret.key'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function makeSecrets(secretKey: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `tollgate ${purpose}`, 32))
  const sealingKey = derive('sealing')
  const lookUpKey = derive('look-up')
  return {
    encrypt(text) {
      if (text === '') return ''
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    decrypt(sealed) {
      if (sealed === '') return ''
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
    ownedBy: owner => ownedSecrets(derive(`sealing for ${owner}`)),
    fingerprint: text => createHmac('sha256', lookUpKey).update(text).digest('hex'),
  }
}

const ownedSecrets = (key: Buffer): OwnedSecrets => ({
  seal(bytes, context) {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
    const body = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
  },
  open(sealed, context) {
    const bytes = Buffer.from(sealed, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(context))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  },
})

/** Returns SECRET_KEY from the environment, else from `DATA_DIR/secret.key`, which is created on the first start. */
export function readSecretKey(given: string | undefined, dataDir: string): string {
  if (given) return given
  const path = join(dataDir, SECRET_KEY_FILE)
  if (!existsSync(path)) return makeSecretKey(path)
  const key = readFileSync(path, 'utf8').trim()
  if (key === '') throw new StartError(`${path} is empty. Restore the secret key that was in it.`)
  return key
}

/**
 * Writes under another name first: a full disk must not leave an empty key behind. If several processes start in one
 * folder at once, the first makes the key.
 */
function makeSecretKey(path: string): string {
  const made = randomBytes(32).toString('base64url')
  const draft = `${path}.${process.pid}.new`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(draft, `${made}\n`, { mode: 0o600 })
    return nameIfFree(draft, path) ? made : readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new StartError(
      `Cannot write ${path} (${(error as Error).message}); set SECRET_KEY or make DATA_DIR writable.`,
    )
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Unlike renaming, linking replaces nothing. Returns false if the name is taken. */
function nameIfFree(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    // The file system has no links.
    renameSync(draft, path)
  }
  return true
}
