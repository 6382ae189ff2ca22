import type { FurtherPhrases } from '../language-pack.ts'

export const notFound: FurtherPhrases['notFound'] = {
  title: 'Page does not exist',
  hint: 'Please check the address.',
  home: 'Go to the home page',
}
