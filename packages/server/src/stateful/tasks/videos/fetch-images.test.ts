import { expect, test } from 'bun:test'
import type { MediaPart, MediaToFetch } from '@tollgate/gateway'
import { PICTURE } from '../../../../test/support/vendors/videos/picture.ts'
import { relayError } from '../../../relay/call/relay-error.ts'
import type { TaskCallContext } from '../serve-task-call.ts'
import { fetchImages } from './fetch-images.ts'

const URL_OF = { kind: 'url', url: 'https://pictures.example/1.jpg' } as const

/** A context that fetches media with this function. */
const contextWith = (fetch: (media: readonly MediaToFetch[]) => Promise<ReadonlyMap<MediaPart, MediaPart>>) =>
  ({
    admission: { identity: { userId: 7 } },
    request: new Request('http://gate/v1/videos'),
    deps: { fetchMedia: () => fetch },
  }) as unknown as TaskCallContext

test('a picture given by URL is replaced by its data', async () => {
  const context = contextWith(async media => {
    expect(media.map(({ part, name }) => [part.source.url, name])).toEqual([[URL_OF.url, 'image 2']])
    return new Map(
      media.map(({ part }) => [
        part,
        { ...part, mime: 'image/jpeg', source: { type: 'data', base64: 'AAAA' } } as const,
      ]),
    )
  })
  expect(await fetchImages([PICTURE, URL_OF], context)).toEqual([
    PICTURE,
    { kind: 'data', mime: 'image/jpeg', base64: 'AAAA' },
  ])
})

test('a picture that cannot be fetched is an error of the call', async () => {
  const context = contextWith(() => Promise.reject(relayError('media_unreachable', { part: 'image 1' })))
  expect(await fetchImages([URL_OF], context).catch(error => error.code)).toBe('media_unreachable')
})
