import { PASSWORD_MIN_LENGTH, USERNAME_MAX_LENGTH } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'

/** A name with `@` could be mistaken for an e-mail address at sign-in; invisible characters make names look alike. */
const INVALID_IN_NAMES = /[@\s\p{C}]/u

/** Returns the trimmed name, or throws why it is not allowed. Its length is counted in characters. */
export function checkUsername(given: string): string {
  const name = given.trim()
  if (name === '') throw consoleError('user_fields_empty', {}, 'username')
  if ([...name].length > USERNAME_MAX_LENGTH)
    throw consoleError('username_too_long', { limit: USERNAME_MAX_LENGTH }, 'username')
  if (INVALID_IN_NAMES.test(name)) throw consoleError('username_invalid', {}, 'username')
  return name
}

/** Throws when the password of a new account is empty or too short. */
export function checkPassword(password: string): void {
  if (password === '') throw consoleError('user_fields_empty', {}, 'password')
  checkNewPassword(password)
}

/** Throws when the new password of an account is empty or too short. */
export function checkNewPassword(password: string): void {
  if (password === '') throw consoleError('new_password_required', {}, 'password')
  if ([...password].length < PASSWORD_MIN_LENGTH)
    throw consoleError('password_short', { limit: PASSWORD_MIN_LENGTH }, 'password')
}
