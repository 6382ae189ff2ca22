import type { Options } from '../../platform/options/index.ts'
import type { ArchiveSettings } from './place.ts'

export const readSettings = (options: Pick<Options, 'get'>): ArchiveSettings => ({
  place: options.get('archive_setting.place'),
  region: options.get('archive_setting.s3_region'),
  accessKeyId: options.get('archive_setting.s3_access_key_id'),
  secretAccessKey: options.get('archive_setting.s3_secret'),
})
