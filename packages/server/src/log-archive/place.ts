import { join } from 'node:path'
import { type BucketAccess, bucketPlace } from './bucket-place.ts'
import { folderPlace } from './folder-place.ts'

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

/** What an operator has set; an address of http(s) is a bucket, anything else a folder. */
export interface ArchiveSettings extends BucketAccess {
  place: string
}

/** The folder of the parts, and of the archives where no place is set. */
export const archiveFolder = (dataFolder: string): string => join(dataFolder, 'log-archive')

export function placeOf({ place, ...access }: ArchiveSettings, dataFolder: string): ArchivePlace {
  const folder = archiveFolder(dataFolder)
  return /^https?:/i.test(place) ? bucketPlace(place, access, folder) : folderPlace(place || folder)
}
