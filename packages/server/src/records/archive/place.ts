import { join } from 'node:path'
import type { Options } from '../../platform/options/index.ts'
import type { ArchivePlace } from './archive-place.ts'
import { type BucketAccess, bucketPlace } from './bucket-place.ts'
import { folderPlace } from './folder-place.ts'

/** The operator's settings; an http(s) address is a bucket, anything else a folder. */
export interface ArchiveSettings extends BucketAccess {
  place: string
}

/** The folder of unfinished files, and of the archives if no place is set. */
export const archiveFolder = (dataFolder: string): string => join(dataFolder, 'log-archive')

export function placeOf({ place, ...access }: ArchiveSettings, dataFolder: string): ArchivePlace {
  const folder = archiveFolder(dataFolder)
  return /^https?:/i.test(place) ? bucketPlace(place, access, folder) : folderPlace(place || folder)
}

export const readSettings = (options: Pick<Options, 'get'>): ArchiveSettings => ({
  place: options.get('archive_setting.place'),
  region: options.get('archive_setting.s3_region'),
  accessKeyId: options.get('archive_setting.s3_access_key_id'),
  secretAccessKey: options.get('archive_setting.s3_secret'),
})
