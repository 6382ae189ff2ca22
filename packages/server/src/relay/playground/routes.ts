import { PLAYGROUND_ROUTES } from '@tollgate/contract'
import { type RelayEndpoint, relayEndpoints } from '../call/endpoints.ts'
import type { PlaygroundRoute } from '../call/relay-call.ts'

/** The playground's routes and the endpoints they act as; null: the path names the Gemini method. */
export const playgroundRoutes: readonly (PlaygroundRoute & { endpoint: RelayEndpoint | null })[] =
  PLAYGROUND_ROUTES.map(route => ({
    ...route,
    endpoint: relayEndpoints.find(({ format }) => format === route.format) ?? null,
  }))
