import type { PasskeyRegistration } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { CallContext } from '../../platform/http/serve.ts'
import type { PeopleContext } from '../context.ts'
import { rememberChallenge, sessionHolder, takeChallenge } from './challenges.ts'
import { type PasskeySite, requirePasskeySite } from './passkey-site.ts'
import { insertPasskey, type PasskeyRow, passkeysOf } from './store.ts'
import { userHandle } from './user-handle.ts'
import { webauthn, webauthnHelpers } from './webauthn.ts'

const LIMIT = 20
/** Browsers replace other attestation formats by these if we do not ask for an authenticator's maker. */
const FORMATS = new Set(['none', 'packed'])

type Context = Pick<CallContext<never, PeopleContext>, 'app' | 'request'> & { caller: { id: number; username: string } }

/** Returns the request for the browser to make a passkey that is found without a name and verifies its holder. */
export async function registrationOptions({ app, caller, request }: Context): Promise<Record<string, unknown>> {
  const { rpID } = requirePasskeySite(app, request)
  const known = await passkeysOf(app.db, caller.id)
  if (known.length >= LIMIT) throw consoleError('passkey_limit_reached', { limit: LIMIT })
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: app.options.get('SystemName'),
    rpID,
    userName: caller.username,
    userID: userHandle(caller.id, app.secrets),
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await rememberChallenge(app, { purpose: 'register', holder: sessionHolder(request) }, options.challenge)
  return { ...options }
}

/** Adds the passkey that the browser made for the session's challenge. */
export async function registerPasskey(
  { app, caller, request }: Context,
  { name, credential }: { name: string; credential: PasskeyRegistration },
): Promise<PasskeyRow> {
  const site = requirePasskeySite(app, request)
  const challenge = await takeChallenge(app, { purpose: 'register', holder: sessionHolder(request) })
  const made = await verified(app, credential, challenge, site)
  if ((await passkeysOf(app.db, caller.id)).length >= LIMIT)
    throw consoleError('passkey_limit_reached', { limit: LIMIT })
  const added = await insertPasskey(app.db, {
    user_id: caller.id,
    credential_id: made.id,
    public_key: Buffer.from(made.publicKey).toString('base64url'),
    counter: made.counter,
    transports: credential.response.transports.join(','),
    name,
    created_at: app.now(),
  })
  if (!added) throw consoleError('passkey_known')
  return added
}

async function verified(app: PeopleContext, response: PasskeyRegistration, challenge: string, site: PasskeySite) {
  const { verifyRegistrationResponse } = await webauthn()
  try {
    await refuseCertificates(response.response.attestationObject)
    const { registrationInfo } = await verifyRegistrationResponse({
      // The library treats transports as text, whatever they are.
      response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpID,
      requireUserVerification: true,
    })
    if (registrationInfo) return registrationInfo.credential
  } catch (error) {
    app.log.info({ err: error }, 'a passkey was not added')
  }
  throw consoleError('passkey_refused')
}

/**
 * Throws if there are certificates: the library would query the addresses in them for revocation, so strangers could
 * make us fetch anything.
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await webauthnHelpers()
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const hasCertificates = attestation.get('attStmt').get('x5c') !== undefined
  if (hasCertificates || !FORMATS.has(attestation.get('fmt'))) throw new Error('an attestation that was not requested')
}
