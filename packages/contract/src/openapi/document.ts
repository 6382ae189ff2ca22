import type { Call } from '../call.ts'
import { calls } from '../calls/index.ts'
import { USER_ID_HEADER } from '../constants.ts'
import { childKeyPaths } from './child-keys.ts'
import { failureResponses, failureSchema } from './failures.ts'
import { operationOf } from './operation.ts'
import { QUOTE_PATH, quoteOperation } from './quote.ts'
import type { Json, OpenApiDocument } from './types.ts'

/**
 * Describes every console call of the contract in OpenAPI 3.1, and the relay's quotes and child keys. Extension members
 * express what OpenAPI cannot: `x-access` (public, user, admin, root), `x-right` and `x-member-rights` (of limited
 * administrators), `x-confirm`, `x-rate-limit`.
 */
export function openApiDocument(version: string): OpenApiDocument {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [room, ofRoom] of Object.entries(calls))
    for (const [name, call] of Object.entries<Call>(ofRoom)) {
      const path = call.path.replace(/(?<=.)\/$/, '')
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, room, name) }
    }
  paths[QUOTE_PATH] = { post: quoteOperation() }
  Object.assign(paths, childKeyPaths())
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tollgate console API',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...Object.keys(calls), 'relay'].map(name => ({ name })),
    paths,
    components: {
      schemas: { Failure: failureSchema() },
      responses: failureResponses(),
      securitySchemes: {
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description:
            'A system access token, made under Personal settings; with or without the word Bearer before it.',
        },
        userId: {
          type: 'apiKey',
          in: 'header',
          name: USER_ID_HEADER,
          description: 'The id of the user whose token or session it is.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token’s key, for calls of the relay.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'tollgate_session',
          description: 'What a browser has after sign-in.',
        },
      },
    },
  }
}

const DESCRIPTION =
  `What the console and scripts ask of the server. Every reply is an envelope: \`success\`, \`message\`,
\`data\`, and on failures a stable \`code\`. Failures of the matter itself come with status 200 and \`success: false\`. \`message\`
is in the language of \`Accept-Language\` (en, zh, ru, fr, ja, vi, zh-TW). A trailing slash of a path makes no difference.

Scripts send a system access token in \`Authorization\` and its user's id in \`${USER_ID_HEADER}\`. Calls that need a fresh
confirmation (\`x-confirm\`) are for people at a browser: no token opens them.`
    .replaceAll('\n', ' ')
    .replaceAll('  ', '\n\n')
