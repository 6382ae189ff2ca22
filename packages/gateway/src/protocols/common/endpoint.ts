import type { ErrorDialect } from '../../errors/index.ts'

/** Where clients send calls of a format, and the traits of those calls. */
export type Endpoint = EndpointTraits & (PathEndpoint | MethodEndpoint)

interface PathEndpoint {
  path: string
}

/** The path names a model and one of its methods. */
interface MethodEndpoint {
  methods: readonly string[]
}

/** Traits of the calls of a format. */
export interface EndpointTraits {
  /** The dialect of its clients' errors. */
  errors: ErrorDialect
  /** Used when the body names no model. */
  defaultModel?: string
  /** Takes a multipart form, which is sent on once it has arrived: its price depends on its fields and files. */
  form?: true
  /** It is charged by the length of a file in its form, and takes no other body. */
  sound?: SoundForm
  /** Returns audio, which is passed on as it arrives. */
  returnsAudio?: true
  /** Free: nothing is reserved or charged. */
  isFree?: true
  /** Opens a socket instead of sending a body. */
  isSocket?: true
}

/** A form that is charged by the length of one file in it. */
export interface SoundForm {
  file: string
  /** The fields that cannot contain other sound. */
  fields: ReadonlySet<string>
}
