import type { Secrets } from '../platform/secrets/secrets.ts'
import type { Storage } from '../platform/storage/db.ts'
import { atOneMoment } from '../platform/storage/snapshot.ts'
import type { MovedIn } from './move-in.ts'
import { prove } from './proof/prove.ts'
import { sourceIdOf } from './source-id.ts'
import { SourceProblem } from './sources/problem.ts'
import type { Source } from './sources/source.ts'
import { generationOf } from './tables/generation.ts'

/**
 * Compares a source with its import again, at any later time: subtracts what has moved here since.
 *
 * @throws SourceProblem if it was never imported
 */
export async function verify(
  { storage, secrets }: { storage: Storage; secrets: Secrets },
  source: Source,
): Promise<MovedIn> {
  const generation = generationOf(source)
  const id = sourceIdOf(source)
  const known = await storage.slow
    .selectFrom('imports')
    .select('logs_since as logs')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw new SourceProblem(`${source.name} was not imported into this site.`)
  const proof = await atOneMoment(storage.slow, db => prove({ db, source, generation, id, secrets, logs: known.logs }))
  return { id, generation, notes: [], proof, wasHere: true }
}
