import type { Assertion, PasskeyRegistration } from '@tollgate/contract'
import { t } from '../phrases/index.ts'

/** Whether this browser supports passkeys at this address: not at an IP address, nor without https. */
export const canUsePasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^\[|^[\d.]+$/.test(location.hostname)

/** Creates a passkey in the browser for the server's challenge. */
export async function makePasskey(question: object): Promise<PasskeyRegistration> {
  const { startRegistration } = await library()
  const made = await toldPlainly(
    // The server's library made what the browser's library reads.
    startRegistration({ optionsJSON: question as Parameters<typeof startRegistration>[0]['optionsJSON'] }),
  )
  const { id, rawId, response } = made
  const { clientDataJSON, attestationObject, transports = [] } = response
  return {
    id,
    rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, transports },
  }
}

/** Has the browser present a passkey for the server's challenge. */
export async function showPasskey(question: object): Promise<Assertion> {
  const { startAuthentication } = await library()
  const shown = await toldPlainly(
    // As above.
    startAuthentication({ optionsJSON: question as Parameters<typeof startAuthentication>[0]['optionsJSON'] }),
  )
  const { id, rawId, response } = shown
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  }
}

const library = () => import('@simplewebauthn/browser')

/** Browsers report errors in English, for developers; by far the most frequent is a closed dialog. */
async function toldPlainly<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw new Error(t(isKnown ? 'security.passkeys.known' : 'security.passkeys.cancelled'), { cause: error })
  }
}
