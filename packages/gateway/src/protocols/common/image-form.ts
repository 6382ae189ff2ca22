import type { ImageRequest } from '../../canonical/image.ts'
import { type Loss, lose } from './losses.ts'

/** Notes that images come by address or as data, if the client wants the other. */
export function loseWanted({ wants }: ImageRequest, given: NonNullable<ImageRequest['wants']>, losses: Loss[]): void {
  if (wants === undefined || wants === given) return
  const why = given === 'data' ? 'the images come within the answer' : 'the images come by their addresses'
  lose(losses, 'response_format', why)
}
