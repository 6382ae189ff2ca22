import { relayError } from '../../../relay/call/relay-error.ts'

type VideoRefusal =
  | 'video_length_unsupported'
  | 'video_size_unsupported'
  | 'video_pictures_unsupported'
  | 'video_pictures_mixed'
  | 'video_picture_too_large'
  | 'video_picture_needed'
  | 'video_picture_not_read'

/** Refuses what no model of a vendor supports, before the upstream is called. */
export const videoRefusal = (code: VideoRefusal, values: Record<string, string | number>) => relayError(code, values)
