import type { StatefulDeps } from '../stateful-deps.ts'

/** A request for a stored object. */
export interface StoredRequest {
  userId: number
  /** Whether anything may be stored for the user. */
  mayStore: boolean
  /** The ids in its path, in order. */
  ids: readonly string[]
  query: URLSearchParams
  /** The query as text. */
  search: string
  request: Request
  /** @throws ApiError */
  body(): Promise<Record<string, unknown>>
}

/** An operation on a stored object. */
export interface Verb {
  method: 'GET' | 'POST' | 'DELETE'
  /** `*` stands for an id. */
  path: string
  /** @throws ApiError */
  answer(request: StoredRequest, deps: StatefulDeps): Promise<Response>
}
