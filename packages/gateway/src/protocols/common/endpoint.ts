import type { ErrorDialect } from '../../errors/index.ts'

/** Where clients send the calls of a format, and what is particular about them. */
export type Endpoint = EndpointTraits & (PathEndpoint | MethodEndpoint)

interface PathEndpoint {
  path: string
}

/** The path names a model and one of these methods of it. */
interface MethodEndpoint {
  methods: readonly string[]
}

/** What is particular about the calls of a format. */
export interface EndpointTraits {
  /** The dialect its clients' errors are written in. */
  errors: ErrorDialect
  /** Used when the body names no model. */
  defaultModel?: string
  /** Takes a multipart form, which is sent on once its model was read, or all of it where the price depends on its fields. */
  form?: 'model' | 'all'
  /** Returns audio, which is passed on as it comes. */
  returnsAudio?: true
  /** Answers without cost: nothing is reserved or charged. */
  isFree?: true
  /** A socket is opened instead of a body sent. */
  isSocket?: true
}
