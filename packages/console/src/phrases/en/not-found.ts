export const notFound = {
  title: 'Page does not exist',
  hint: 'Please check that the address is right.',
  home: 'Go to the home page',
}
