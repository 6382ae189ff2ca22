import type { Generated, Selectable } from 'kysely'
import type { Defaulted, Flag } from './columns.ts'

export interface SignInTables {
  sign_in_states: SignInStatesTable
  spent_proofs: SpentProofsTable
  email_codes: EmailCodesTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  sign_in_tickets: SignInTicketsTable
  passkey_challenges: PasskeyChallengesTable
  invitations: InvitationsTable
}

export interface SecondFactorsTable {
  user_id: number
  /** The secret of the one-time codes, encrypted; empty while they are off. */
  secret_sealed: Defaulted<string>
  /** A secret that was shown and awaits its first code. */
  pending_sealed: Defaulted<string>
  /** The time step of the last accepted code, so that none works twice. */
  last_step: Defaulted<number>
}

interface RecoveryCodesTable {
  user_id: number
  fingerprint: string
}

export interface PasskeysTable {
  id: Generated<number>
  user_id: number
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** The authenticator's use counter; 0 if it does not count. */
  counter: number
  transports: Defaulted<string>
  name: string
  created_at: number
  last_used_at: Defaulted<number>
}

interface SignInTicketsTable {
  /** SHA-256 of the ticket in the cookie. */
  id: string
  user_id: number
  attempts: Defaulted<number>
  expires_at: number
  /** The further OIDC provider it came from; empty: none. */
  provider: Defaulted<string>
  /** All factors are passed, and the user's consent to the site's rules is missing. */
  is_for_agreement: Flag
}

export interface PasskeyChallengesTable {
  purpose: 'register' | 'confirm' | 'sign-in'
  /** The browser it was given to: the key of a session, or the hash of a cookie. */
  holder: string
  challenge: string
  expires_at: number
}

/** A started sign-in by another site. */
export interface SignInStatesTable {
  /** SHA-256 of the state. */
  id: string
  /** SHA-256 of the browser's cookie. */
  browser: string
  /** The signed-in user who is binding an identity; 0: nobody, this is a sign-in. */
  user_id: number
  /** The site it was started for; empty: the caller built the site's address itself. */
  provider: string
  /** The invite code of a new user. */
  aff_code: string
  expires_at: number
}

/** Proofs of identity that cannot be used again, kept until they would have expired anyway. */
export interface SpentProofsTable {
  id: string
  expires_at: number
}

interface EmailCodesTable {
  /** `register`, `reset` or `bind:USER`. */
  purpose: string
  /** In lower case. */
  email: string
  fingerprint: string
  expires_at: number
}

/** An invitation to the site. */
interface InvitationsTable {
  id: Generated<number>
  /** Of the code in its link. */
  fingerprint: string
  role: number
  /** An administrator's rights, as in `users`; null: no limit. */
  rights: Defaulted<string | null>
  /** Empty: the usual group, or the one the account has. */
  group: Defaulted<string>
  /** The address it was mailed to; empty: it was not mailed. */
  email: Defaulted<string>
  state: Defaulted<'open' | 'accepted' | 'withdrawn'>
  invited_by: number
  accepted_by: Defaulted<number>
  created_at: number
  expires_at: number
}
export type InvitationRow = Selectable<InvitationsTable>
