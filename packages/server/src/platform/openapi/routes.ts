import { calls, openApiDocument } from '@tollgate/contract'
import { serve } from '../context.ts'

/** The document of the running version as text, made once. */
const texts = new Map<string, string>()

export const openapiEndpoints = [
  serve(calls.openapi.document, (_, { app: { version } }) => {
    const text = texts.get(version) ?? JSON.stringify(openApiDocument(version))
    texts.set(version, text)
    return new Response(text, { headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' } })
  }),
]
