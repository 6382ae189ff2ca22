export const notFound = {
  title: 'Page does not exist',
  hint: 'Please check the address.',
  home: 'Go to the home page',
}
