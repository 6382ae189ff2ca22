import suite from '../playwright.config.ts'

/** Takes the README's pictures: the browser suite's set-up, with calls as slow as real ones. */
export default {
  ...suite,
  testMatch: '*.picture.ts',
  reporter: 'list',
  use: { ...suite.use, framePauseMs: 70 },
}
