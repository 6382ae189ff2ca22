import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { askStorage, type StorageKey } from '../../platform/http/object-storage.ts'
import type { ArchivePlace } from './archive-place.ts'

export type BucketAccess = StorageKey
/** Makes the names of copies unique. */
export const COPY_ENDING = '.copy'

/**
 * An S3-compatible bucket, by its address: `https://s3.eu-central-1.amazonaws.com/bucket/prefix`.
 *
 * @param folder where copies are read from
 */
export function bucketPlace(given: string, key: BucketAccess, folder: string): ArchivePlace {
  const address = given.replace(/\/{1,8}$/, '')
  const urlOf = (name: string) => `${address}/${encodeURIComponent(name)}`

  return {
    address,
    async put(name, path, sha256) {
      const response = await askStorage({ method: 'PUT', url: urlOf(name), file: { path, sha256 } }, key)
      if (!response.ok) throw await refusal('did not take', name, response)
      await response.body?.cancel()
      rmSync(path, { force: true })
    },
    async obtain(name) {
      const response = await askStorage({ method: 'GET', url: urlOf(name) }, key)
      if (!response.ok) throw await refusal('did not give', name, response)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${name}.${crypto.randomUUID()}${COPY_ENDING}`)
      const giveBack = () => rmSync(path, { force: true })
      const file = Bun.file(path).writer()
      try {
        for await (const piece of response.body ?? []) {
          file.write(piece)
          await file.flush()
        }
        await file.end()
      } catch (error) {
        giveBack()
        throw error
      }
      return { path, giveBack }
    },
    async remove(name) {
      const response = await askStorage({ method: 'DELETE', url: urlOf(name) }, key)
      await response.body?.cancel()
    },
  }
}

/** The storage's own code, such as AccessDenied or NoSuchKey, says more than its status. */
async function refusal(what: string, name: string, response: Response): Promise<Error> {
  const [, code = ''] = (await beginningOf(response)).split(/<\/?Code>/, 2)
  const words = /^[A-Za-z]{1,60}$/.test(code) ? ` (${code})` : ''
  return new Error(`the archive's storage ${what} ${name}: status ${response.status}${words}`)
}

const LONGEST_REASON = 16_384

async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (text.length >= LONGEST_REASON) break
  }
  return text.slice(0, LONGEST_REASON)
}
