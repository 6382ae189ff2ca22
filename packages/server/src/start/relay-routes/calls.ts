import { readGeminiAddress } from '@tollgate/gateway'
import {
  COMPACT,
  deploymentEndpoints,
  geminiEndpoints,
  type RelayEndpoint,
  relayEndpoints,
} from '../../relay/call/endpoints.ts'
import { type ClientConnection, newCall, type RelayCall } from '../../relay/call/relay-call.ts'
import type { Asked } from './guarded.ts'

/** The call that a request makes; null: its path names none. */
export type CallOf = (request: Asked, connection: ClientConnection) => RelayCall | null

export const callTo =
  (endpoint: RelayEndpoint): CallOf =>
  ({ headers }, connection) =>
    newCall(endpoint, headers, null, connection)

export const callToDeployment =
  (endpoint: RelayEndpoint): CallOf =>
  ({ headers, params }, connection) => ({
    ...newCall(endpoint, headers, null, connection),
    deployment: params?.deployment ?? '',
  })

/** Null: the path names no Gemini method that is relayed. */
export const geminiCall: CallOf = ({ url, headers }, connection) => {
  const address = readGeminiAddress(url)
  const endpoint = address && geminiEndpoints.get(address.method)
  return endpoint ? newCall(endpoint, headers, address, connection) : null
}

/** Calls of one request and one response that go to a channel, by path. */
export const callsByPath: Readonly<Record<string, CallOf>> = {
  ...Object.fromEntries(relayEndpoints.map(endpoint => [endpoint.path, callTo(endpoint)])),
  ...Object.fromEntries(deploymentEndpoints.map(({ path, endpoint }) => [path, callToDeployment(endpoint)])),
  '/v1/responses/compact': callTo(COMPACT),
  '/v1/models/*': geminiCall,
  '/v1beta/models/*': geminiCall,
}
