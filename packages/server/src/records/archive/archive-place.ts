/** A place that stores archives. */
export interface ArchivePlace {
  /** Its address, as stored with each archive. */
  address: string
  /** Moves a finished file there and replaces an existing file of that name. */
  put(name: string, path: string, sha256: string): Promise<void>
  /** Returns a local copy, to be released after use. */
  obtain(name: string): Promise<{ path: string; giveBack(): void }>
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>
}
