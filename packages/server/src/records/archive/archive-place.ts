/** Where archives lie. */
export interface ArchivePlace {
  /** As it is stored with each archive. */
  address: string
  /** Moves a finished file there; a file of that name is replaced. */
  put(name: string, path: string, sha256: string): Promise<void>
  /** A copy on this machine, to be given back after use. */
  obtain(name: string): Promise<{ path: string; giveBack(): void }>
  /** One that is not there is no failure. */
  remove(name: string): Promise<void>
}
