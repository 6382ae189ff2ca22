import { expect, test } from 'bun:test'
import type { MediaToFetch } from '@tollgate/gateway'
import type { Outbound } from '../../../platform/http/outbound.ts'
import { mediaFetchers } from './fetch-media.ts'

const NEVER = new AbortController().signal

test('users wait for their own fetches, and for those of others only if sixteen are running', async () => {
  const begun: string[] = []
  const outbound: Outbound = {
    fetch(url, { signal }) {
      begun.push(new URL(url).host)
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  const fetchMedia = mediaFetchers(outbound)
  const consoleCall = (userId: number, signal = NEVER) =>
    Array.from({ length: 10 }, (_, at) =>
      fetchMedia(userId, signal)([pictureAt(`http://user-${userId}/${at}`)]).catch(() => 'gone'),
    )

  const leaving = new AbortController()
  const left = consoleCall(1, leaving.signal)
  for (const userId of [2, 3, 4, 5]) consoleCall(userId)
  await Bun.sleep(0)
  const each = (users: number[]) => users.flatMap(userId => Array(4).fill(`user-${userId}`))
  expect(begun).toEqual(each([1, 2, 3, 4]))
  leaving.abort()
  await Promise.all(left)
  expect(begun).toEqual(each([1, 2, 3, 4, 5]))
})

const pictureAt = (url: string): MediaToFetch => ({
  part: { type: 'media', kind: 'image', mime: null, source: { type: 'url', url } },
  name: 'image 1',
})
