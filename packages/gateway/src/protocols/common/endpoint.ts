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

interface EndpointTraits {
  /** The dialect its clients' errors are written in. */
  errors: ErrorDialect
  /** Used when the body names no model. */
  defaultModel?: string
  /** Takes a form, and goes on with it once its model, or all of it, has come. */
  form?: 'model' | 'all'
  /** Answers sound, which goes on as it comes. */
  answersInSound?: true
  /** Answers without cost: nothing is reserved or charged. */
  isFree?: true
  /** A socket is opened instead of a body sent. */
  isSocket?: true
}
