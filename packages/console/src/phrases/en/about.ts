export const about = {
  title: 'About',
  builtIn:
    'This site runs on Tollgate, a gateway between programs and AI models: it lets requests through, counts them and charges for them.',
  operatorHint: 'The operator can replace this text in the settings.',
  version: 'Version',
  running: 'Running since',
  failed: 'Loading the about page failed',
  noRules: 'There is none on this site.',
  rulesFailed: 'Loading this page failed',
}
