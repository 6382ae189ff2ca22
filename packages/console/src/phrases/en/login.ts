export const login = {
  title: 'Sign in',
  subtitle: 'to {{site}}',
  username: 'Username or email',
  password: 'Password',
  submit: 'Sign in',
  bothNeeded: 'Please enter username and password',
  expired: 'You are not signed in or your session has expired, please sign in again.',
  success: 'Login successful!',
  passwordOff: 'The operator has switched off signing in with a password.',
}
