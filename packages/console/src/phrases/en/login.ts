export const login = {
  title: 'Sign in',
  username: 'Username or email',
  password: 'Password',
  submit: 'Sign in',
  bothNeeded: 'Please enter username and password',
  expired: 'You are not signed in or your session has expired, please sign in again.',
  success: 'Login successful!',
  passwordOff: 'The operator has switched off signing in with a password.',
  defaultPassword: 'You are using the default password! Change it immediately!',
  defaultPasswordHint: 'Anybody who knows this software knows it too.',
}
