import type { Change } from './change.ts'
import { channelChanges } from './channel-changes.ts'
import { makeSecrets, type Secrets } from './fill-secrets.ts'
import { optionChanges } from './option-changes.ts'
import { planText } from './print.ts'
import { Problem } from './problem.ts'
import { lineOfName, readSiteFile } from './read-file.ts'
import { type AskedServer, serverOf } from './server.ts'
import { readStanding } from './standing.ts'

interface How {
  /** Applies the plan instead of only printing it. */
  isAgreed: boolean
  environment: Record<string, string | undefined>
  say(line: string): void
}

/** The exit code if something differs and was not applied. */
const DIFFERS = 2

/**
 * Prints what a file changes, and applies it if confirmed: one item after another, each as a whole.
 * @returns the exit code
 * @throws Problem
 */
export async function applySite(text: string, { isAgreed, environment, say }: How): Promise<number> {
  const secrets = makeSecrets(environment)
  const file = readSiteFile(text, secrets)
  const server = serverOf(environment)
  const changes = await withoutSecrets(secrets, async () => {
    const standing = await readStanding(server)
    return [
      ...(await optionChanges(file, standing, server, (section, name) => lineOfName(text, section, name))),
      ...(await channelChanges(file.channels ?? [], standing, server)),
    ]
  })
  say(planText(changes, secrets.hide))
  if (changes.length === 0) return 0
  const own = changes.filter(({ left }) => left === undefined)
  const rest = own.length < changes.length ? ` ${changes.length - own.length} left to the super admin.` : ''
  if (!isAgreed) {
    say(`\n${counted(own.length)} to apply.${rest} Nothing was changed: apply it with --yes.`)
    return DIFFERS
  }
  await applyAll(own, server, secrets)
  say(`\n${counted(own.length)} applied.${rest}`)
  return rest === '' ? 0 : DIFFERS
}

async function applyAll(changes: readonly Change[], server: AskedServer, secrets: Secrets): Promise<void> {
  for (const [done, change] of changes.entries())
    try {
      await change.apply(server)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const left = changes.length - done
      throw new Problem(
        secrets.hide(
          `${change.what}: ${error.message}\n${counted(done)} applied, ${left} left. Run it again to see what still differs.`,
        ),
      )
    }
}

const counted = (changes: number): string => `${changes} ${changes === 1 ? 'change' : 'changes'}`

/** The server's own sentences may repeat their input. */
async function withoutSecrets<Result>(secrets: Secrets, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    throw error instanceof Problem ? new Problem(secrets.hide(error.message)) : error
  }
}
