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
  /** Takes a multipart form, which is sent on once it has arrived: its price depends on its fields and files. */
  form?: true
  /** Is charged by the length of a file of its form, and takes no other body. */
  sound?: SoundForm
  /** Returns audio, which is passed on as it comes. */
  returnsAudio?: true
  /** Answers without cost: nothing is reserved or charged. */
  isFree?: true
  /** A socket is opened instead of a body sent. */
  isSocket?: true
}

/** A form that is charged by the length of one file in it. */
export interface SoundForm {
  file: string
  /** The fields that are known to name no other sound. */
  fields: ReadonlySet<string>
}
