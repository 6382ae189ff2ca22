import type { FurtherPhrases } from '../language-pack.ts'

export const login: FurtherPhrases['login'] = {
  title: 'Sign in',
  username: 'Username or e-mail',
  password: 'Password',
  submit: 'Sign in',
  bothNeeded: 'Please enter username and password',
  expired: 'You are not signed in or your session has expired, please sign in again.',
  toRegister: 'Register an account',
  toReset: 'Forgot the password?',
  success: 'Login successful!',
  passwordOff: 'The operator has disabled signing in with a password.',
  agreement: 'Rules of the site',
  agreementHint: 'You sign in once you agree to the present rules of this site.',
  secondStep: 'Second step',
  secondStepHint: 'The six digits of your authenticator app, or one of your recovery codes.',
  back: 'Back to the password',
  passkey: 'Sign in with a passkey',
  defaultPassword: 'You are using the default password! Change it immediately!',
  defaultPasswordHint: 'Anybody who knows this software knows it too.',
}
