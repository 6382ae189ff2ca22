import { isObject } from '../raw/json.ts'

/** A file from a client's form, read into memory. */
export interface UploadedFile {
  /** Absent: the client gave none. */
  filename?: string
  bytes: Uint8Array
}

/** Returns whether a member of a request is a file. */
export const isFile = (value: unknown): value is UploadedFile => isObject(value) && value.bytes instanceof Uint8Array
