import { PLAYGROUND_ROUTES } from '@tollgate/contract'
import { type RelayEndpoint, relayEndpoints } from '../call/endpoints.ts'
import type { PlaygroundRoute } from '../call/relay-call.ts'

/** The playground's routes with the endpoints they relay as; null: the path says which method of Gemini's. */
export const playgroundRoutes: readonly (PlaygroundRoute & { endpoint: RelayEndpoint | null })[] =
  PLAYGROUND_ROUTES.map(route => ({
    ...route,
    endpoint: relayEndpoints.find(({ format }) => format === route.format) ?? null,
  }))
