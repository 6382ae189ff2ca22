/** A place that stores archives. */
export interface ArchivePlace {
  /** Its address, as stored with each archive. */
  address: string
  /** Moves a finished file there; an existing file of that name is replaced. */
  put(name: string, path: string, sha256: string): Promise<void>
  /** A local copy, to be released after use. */
  obtain(name: string): Promise<{ path: string; giveBack(): void }>
  /** A missing file is no failure. */
  remove(name: string): Promise<void>
}
