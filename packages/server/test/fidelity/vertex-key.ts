import { exportPKCS8, generateKeyPair } from 'jose'

const { privateKey } = await generateKeyPair('RS256', { extractable: true })
const pem = await exportPKCS8(privateKey)

/** The key of a channel to Vertex: a made-up service account. */
export const vertexKey = (project: string, tokenUri: string): string =>
  JSON.stringify({
    project_id: project,
    client_email: 'someone@example.iam.gserviceaccount.com',
    private_key: pem,
    token_uri: tokenUri,
  })
