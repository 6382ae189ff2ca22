import { asText, objectOrEmpty, tryParse } from '../raw/json.ts'

/** A Google service account, from its key file. */
export interface ServiceAccount {
  projectId: string
  clientEmail: string
  /** PEM, PKCS #8. */
  privateKey: string
  privateKeyId: string | null
  /** The address that exchanges its signed statements for access tokens. */
  tokenUri: string
}

const TOKEN_URI = 'https://oauth2.googleapis.com/token'

/** Null: the key is something else, for example a plain API key. */
export function readServiceAccount(key: string): ServiceAccount | null {
  if (!key.trimStart().startsWith('{')) return null
  const file = objectOrEmpty(tryParse(key))
  const clientEmail = asText(file.client_email)
  const privateKey = asText(file.private_key)
  if (clientEmail === null || privateKey === null) return null
  return {
    projectId: asText(file.project_id) ?? '',
    clientEmail,
    privateKey,
    privateKeyId: asText(file.private_key_id),
    tokenUri: asText(file.token_uri) ?? TOKEN_URI,
  }
}
