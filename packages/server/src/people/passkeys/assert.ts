import type { Assertion } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { PeopleContext } from '../context.ts'
import { rememberChallenge, takeChallenge } from './challenges.ts'
import { requirePasskeySite } from './passkey-site.ts'
import { findPasskey, type PasskeyRow, passkeysOf, recordUse } from './store.ts'
import { userHandle } from './user-handle.ts'
import { webauthn } from './webauthn.ts'

interface Asked {
  purpose: 'confirm' | 'sign-in'
  holder: string
  request: Request
}

/**
 * Returns the request for the browser to use a passkey: any for this site, or one of a user's.
 * @param userId null: any user
 */
export async function assertionOptions(
  app: PeopleContext,
  { purpose, holder, request }: Asked,
  userId: number | null,
): Promise<Record<string, unknown>> {
  const { rpID } = requirePasskeySite(app, request)
  const known = userId === null ? [] : await passkeysOf(app.db, userId)
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    allowCredentials: known.map(({ credential_id: id, transports }) => ({
      id,
      transports: transports.split(',').filter(Boolean),
    })),
  })
  await rememberChallenge(app, { purpose, holder }, options.challenge)
  return { ...options }
}

/** Checks the browser's answer to the holder's challenge. Returns the passkey and records its use. */
export async function checkAssertion(
  app: PeopleContext,
  { purpose, holder, request }: Asked,
  assertion: Assertion,
): Promise<PasskeyRow> {
  const site = requirePasskeySite(app, request)
  const challenge = await takeChallenge(app, { purpose, holder })
  const passkey = await findPasskey(app.db, assertion.id)
  if (!passkey || !isHandleOf(assertion, passkey, app)) throw consoleError('passkey_refused')
  const counter = await verifiedCounter(app, assertion, passkey, { challenge, ...site })
  // A genuine authenticator's counter grows; one whose counter does not is a copy.
  const isCopy = counter <= passkey.counter && (counter > 0 || passkey.counter > 0)
  if (isCopy || !(await recordUse(app.db, passkey, counter, app.now()))) {
    app.log.warn({ userId: passkey.user_id, passkey: passkey.id }, 'a copy of a passkey was used and refused')
    throw consoleError('passkey_copied')
  }
  return passkey
}

function isHandleOf({ response }: Assertion, { user_id }: PasskeyRow, { secrets }: PeopleContext): boolean {
  const expected = Buffer.from(userHandle(user_id, secrets)).toString('base64url')
  return response.userHandle === undefined || response.userHandle === expected
}

async function verifiedCounter(
  app: PeopleContext,
  assertion: Assertion,
  passkey: PasskeyRow,
  { challenge, origin, rpID }: { challenge: string; origin: string; rpID: string },
): Promise<number> {
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      // Our caller compares the counters, because it has a separate error for copies.
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
        counter: 0,
      },
      requireUserVerification: true,
    })
    if (verified) return authenticationInfo.newCounter
  } catch (error) {
    app.log.info({ err: error, passkey: passkey.id }, 'a passkey was not accepted')
  }
  throw consoleError('passkey_refused')
}
