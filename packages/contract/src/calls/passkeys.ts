import { z } from 'zod'
import { call } from '../call.ts'
import { passkey } from '../entities/passkey.ts'
import { user } from '../entities/user.ts'
import { idParams } from '../reply.ts'
import { RATE_LIMITS } from './rate-limits.ts'

/** Bytes as base64url, as browsers encode them. */
const bytes = z.string().max(16_384)

const credential = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
})

/** The result of `navigator.credentials.create`, as JSON. https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson */
const registration = credential.extend({
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(32)).max(16).default([]),
  }),
})

/** The result of `navigator.credentials.get`, as JSON. https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson */
export const assertion = credential.extend({
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
})
export type Assertion = z.output<typeof assertion>
export type PasskeyRegistration = z.output<typeof registration>

/** The options for the browser, as JSON; its library knows their fields. */
export const browserOptions = z.record(z.string(), z.unknown())

const name = z.string().trim().min(1).max(64)

export const passkeys = {
  list: call({
    method: 'GET',
    path: '/api/user/passkey',
    access: 'user',
    summary: 'The caller’s passkeys, and the address where they work; null: nowhere on this site',
    reply: z.object({ origin: z.string().nullable(), passkeys: z.array(passkey) }),
  }),
  registrationOptions: call({
    method: 'POST',
    path: '/api/user/passkey/options',
    access: 'user',
    summary: 'What the browser is asked to make a passkey',
    confirm: true,
    reply: browserOptions,
  }),
  register: call({
    method: 'POST',
    path: '/api/user/passkey',
    access: 'user',
    summary: 'Add the passkey that the browser made',
    confirm: true,
    body: z.object({ name, credential: registration }),
    reply: passkey,
  }),
  rename: call({
    method: 'PUT',
    path: '/api/user/passkey/{id}',
    access: 'user',
    summary: 'Rename a passkey of the caller',
    params: idParams,
    body: z.object({ name }),
    reply: z.null(),
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/user/passkey/{id}',
    access: 'user',
    summary: 'Remove a passkey of the caller',
    confirm: true,
    params: idParams,
    reply: z.null(),
  }),
  signInOptions: call({
    method: 'POST',
    path: '/api/user/login/passkey/options',
    access: 'public',
    summary: 'What the browser is asked to sign in with a passkey',
    rateLimit: RATE_LIMITS.passkeyChallenge,
    reply: browserOptions,
  }),
  signIn: call({
    method: 'POST',
    path: '/api/user/login/passkey',
    access: 'public',
    summary: 'Sign in with a passkey, which is two factors in one',
    body: z.object({ credential: assertion }),
    reply: user,
  }),
}
