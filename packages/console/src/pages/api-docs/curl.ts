import { USER_ID_HEADER } from '@tollgate/contract'
import type { Operation } from './api.ts'
import type { Schema } from './schema-text.ts'

/** The call as a command line, with placeholders in capitals. */
export function curlOf(
  { method, path, requestBody, parameters = [], ...operation }: Operation,
  address: string,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())
  const needed = parameters.filter(one => one.in === 'query' && one.required)
  const query = needed.map(({ name }) => `${name}=${name.toUpperCase()}`).join('&')
  const body = requestBody?.content['application/json']?.schema
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}${filled}${query && `?${query}`}"`,
    ...CREDENTIALS[operation['x-access']],
    ...(body ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(exampleOf(body))}'`] : []),
  ].join(' \\\n  ')
}

const OF_SCRIPTS = ['-H "Authorization: TOKEN"', `-H "${USER_ID_HEADER}: USER_ID"`]
const CREDENTIALS: Readonly<Record<Operation['x-access'], readonly string[]>> = {
  public: [],
  user: OF_SCRIPTS,
  admin: OF_SCRIPTS,
  root: OF_SCRIPTS,
  token: ['-H "Authorization: Bearer KEY"'],
}

/** An example value of a schema; for an object, its required members. */
function exampleOf(schema: Schema): unknown {
  const { type, properties = {}, required = [], enum: choices, anyOf, oneOf, const: constant, prefixItems } = schema
  if (constant !== undefined) return constant
  if (choices) return choices[0]
  const [first] = anyOf ?? oneOf ?? []
  if (first) return exampleOf(first)
  if (prefixItems) return prefixItems.map(exampleOf)
  switch (type) {
    case 'object':
      return Object.fromEntries(required.map(name => [name, exampleOf(properties[name] ?? {})]))
    case 'array':
      return []
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return '…'
  }
}
