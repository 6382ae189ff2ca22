export const unsubscribe = {
  title: 'Unsubscribe',
  hint: 'You will get no more messages of this site by mail. Codes, password resets and warnings still come.',
  do: 'Unsubscribe',
  done: 'Done: messages are no longer mailed to you.',
  toProfile: 'Change it in the profile',
}
