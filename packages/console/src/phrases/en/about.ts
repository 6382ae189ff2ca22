export const about = {
  title: 'About',
  builtIn:
    'This site runs on Tollgate, a gateway between programs and AI models: it lets requests through, counts them and charges for them.',
  operatorHint: 'The operator can put a text of their own here in the settings.',
  version: 'Version',
  running: 'Running since',
  failed: 'Loading the about page failed',
}
