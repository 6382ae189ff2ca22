import { asText, objectOrEmpty, tryParse } from '../raw/json.ts'

/** A Google service account, as its key file tells. */
export interface ServiceAccount {
  projectId: string
  clientEmail: string
  /** PEM, PKCS #8. */
  privateKey: string
  privateKeyId: string | null
  /** Where its signed statements are exchanged for access tokens. */
  tokenUri: string
}

const TOKEN_URI = 'https://oauth2.googleapis.com/token'

/** null: the key is none, but a plain API key say. */
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
