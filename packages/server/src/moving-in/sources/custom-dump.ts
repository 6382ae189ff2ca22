import { StringDecoder } from 'node:string_decoder'
import { SourceProblem } from './problem.ts'

/** Yields the plain text of a custom PostgreSQL dump, made by `pg_restore`. */
export async function* restored(path: string, name: string): AsyncGenerator<string> {
  const program = Bun.which('pg_restore')
  if (!program)
    throw new SourceProblem(
      `${name} is a custom dump: install pg_restore (PostgreSQL's client programs), or make it again with pg_dump --format=plain.`,
    )
  const child = Bun.spawn([program, '--no-owner', '--file=-', path], { stdout: 'pipe', stderr: 'pipe' })
  const decoder = new StringDecoder('utf8')
  const told = new Response(child.stderr).text()
  for await (const chunk of child.stdout) yield decoder.write(Buffer.from(chunk))
  if ((await child.exited) !== 0)
    throw new SourceProblem(`${name} is truncated or damaged: ${(await told).trim().split('\n')[0] ?? ''}`)
}
